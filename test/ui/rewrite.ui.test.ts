/** Rewrite This Function, from the right click to the applied change. */
import { soon } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const original = `"""Prices."""
import functools


def first(items):
    return items[0]


@functools.lru_cache(maxsize=None)
@functools.wraps(first)
def total(prices, rate):
    """What all of it costs."""
    result = 0
    for price in prices:
        result = result + price
    return result * rate


def last(items):
\treturn items[-1]   # a tab, and blanks at the end  
`;
const rewritten = `@functools.lru_cache(maxsize=None)
@functools.wraps(first)
def total(prices, rate):
    """What all of it costs."""
    return sum(prices) * rate`;

describe('Rewrite This Function', () => {
  let whittle: Whittle;

  before(async () => {
    whittle = await openWhittle({
      project: { 'shop/prices.py': original, 'README.md': '# Shop\n' },
      sessions: [{
        match: 'Rewrite total in shop/prices\\.py: use sum',
        turns: [
          { calls: [{ name: 'read_symbol', arguments: { name: 'total', path: 'shop/prices.py' } }] },
          { calls: [{ name: 'update_symbol', arguments: { name: 'total', path: 'shop/prices.py', code: rewritten } }] },
          { calls: [{ name: 'finish', arguments: { summary: '`total` uses sum. Not tested: the project has no tests.' } }] },
          { text: 'That is all.' },
        ],
      }],
    });
  });
  after(() => whittle.close());

  it('asks what should change about the function under the cursor, and changes that in the room', async () => {
    const { window } = whittle;
    await window.openFile('shop/prices.py');
    const line = window.line('result = result + price');
    await line.click();
    const box = window.page.locator('.quick-input-widget:visible');
    await window.contextMenu(line, 'Whittle: Rewrite This Function', box);
    await soon.match(() => box.innerText(), /total/);
    await window.screenshot('rewrite-1-instruction');
    await box.locator('input').first().press('Enter');
    await soon.match(() => box.innerText(), /Say what should change, or press Escape/);
    await window.answerInput('use sum');
    const turn = await whittle.done();
    await soon.match(() => turn.innerText(), /Rewrite total in shop\/prices\.py: use sum/);
    await soon.deepEqual(() => whittle.cards(), ['read_symbol ok', 'update_symbol ok', 'finish ok']);
    await soon.equal(() => whittle.file('shop/prices.py'), original, 'the workspace is untouched');
  });

  it('shows the difference and applies it: decorators and neighbours are as they were', async () => {
    const { window } = whittle;
    await whittle.press('Review');
    await window.until('the difference', async () => /return sum\(prices\) \* rate/.test(await window.reviewText()));
    await window.screenshot('rewrite-2-review');
    await whittle.press('Apply');
    const start = original.indexOf('    result = 0');
    const end = original.indexOf('\n\n\ndef last');
    await soon.equal(() => whittle.file('shop/prices.py'), `${original.slice(0, start)}    return sum(prices) * rate${original.slice(end)}`);
  });
});
