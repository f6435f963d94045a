/** The chat in the real window: what outlives hiding, where links lead, and how it looks in each theme. */
import { soon } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const answer = 'It is put together in `pageTitle` (src/text.js:25):\n\n```js\nconst one = 1;\n```\n\nSee [the manual](https://example.com/manual) and [this](javascript:alert(1)) <img src=x onerror=alert(1)>.';

describe('the conversation', () => {
  let whittle: Whittle;

  before(async () => {
    whittle = await openWhittle({
      sessions: [{ match: '^Where is the title', turns: [
        { reasoning: 'I look first.', text: 'Let me look.', calls: [{ name: 'search', arguments: { pattern: 'pageTitle' } }] },
        { calls: [{ name: 'finish', arguments: { summary: answer } }] },
        { text: answer },
      ] }],
    });
  });
  after(() => whittle.close());

  it('says plainly that a stand-in answers, how to get a real model, and the same in the status bar', async () => {
    const chat = await whittle.chat();
    await soon.match(() => chat.locator('[data-banner=stand-in]').innerText(), /A scripted stand-in, not a model\.\s+To use a real one:/);
    await whittle.window.until('the status bar to say so', async () => (await whittle.window.statusBar()).some(text => /stand-in/i.test(text)));
    await whittle.window.screenshot('chat-empty');
  });

  it('shows reasoning folded, calls as cards, the answer as Markdown, and the window used', async () => {
    await whittle.ask('Where is the title of a page put together?');
    const turn = await whittle.done();
    await soon.ok(async () => (await whittle.cards()).includes('search ok'), 'the card of the search');
    await soon.equal(() => turn.locator('figure.code code').first().innerText(), 'const one = 1;');
    await soon.equal(() => turn.locator('details.reasoning:visible').first().getAttribute('open'), null);
    await soon.equal(() => turn.locator('img').count(), 0);
    await soon.deepEqual(() => turn.locator('a[href]').evaluateAll(all => [...new Set(all.map(one => one.getAttribute('href')))]), ['https://example.com/manual']);
    const meter = (await whittle.chat()).getByRole('meter', { name: 'Window used' });
    await soon.ok(async () => Number(await meter.getAttribute('aria-valuenow')) > 0, 'the meter to show what was used');
  });

  it('opens a citation in the editor at its line', async () => {
    const { window } = whittle;
    const chat = await whittle.chat();
    await chat.getByRole('link', { name: 'src/text.js:25' }).first().click();
    await window.tab('text.js').waitFor();
    await window.until('the cursor at the line', async () => (await window.statusBar()).some(text => /Ln 25\b/.test(text)));
  });

  it('copies code to the clipboard', async () => {
    const { window } = whittle;
    const chat = await whittle.chat();
    // The button says so for a moment only: whoever begins to look after the click may be too late.
    await Promise.all([chat.getByRole('button', { name: 'Copied' }).first().waitFor(), chat.getByRole('button', { name: 'Copy code' }).first().click()]);
    const input = chat.getByRole('textbox', { name: 'Ask Whittle' });
    await window.until('the code to be pasted', async () => {
      await input.fill('');
      await input.press('Control+V');
      // A paste takes its way through the workbench; one that comes after the next would make two.
      return window.until('the paste', async () => (await input.inputValue()) === 'const one = 1;', 5000);
    });
  });

  it('is all there again after the view was hidden, the draft too', async () => {
    const { window } = whittle;
    let chat = await whittle.chat();
    await chat.getByRole('textbox', { name: 'Ask Whittle' }).fill('a draft');
    const before = await chat.locator('.turns').innerText(); // eslint-disable-line no-restricted-syntax -- the task has ended, so nothing moves: this is what the later view is compared with
    await window.showContainer('Explorer');
    await window.until('the chat to be gone', () => !window.page.frames().includes(chat));
    await window.showContainer('Whittle');
    chat = await whittle.chat();
    await chat.locator('.turn').waitFor();
    await soon.equal(() => chat.locator('.turns').innerText(), before);
    await soon.equal(() => chat.getByRole('textbox', { name: 'Ask Whittle' }).inputValue(), 'a draft');
    await soon.equal(() => chat.getByRole('log').innerText(), '', 'nothing of it is read out again');
  });

  it('follows the theme', async () => {
    const { window } = whittle;
    for (const [theme, kind] of [
      ['Dark Modern', '.vscode-dark'], ['Dark High Contrast', '.vscode-high-contrast:not(.vscode-high-contrast-light)'],
      ['Light High Contrast', '.vscode-high-contrast-light'], ['Light Modern', '.vscode-light:not(.vscode-high-contrast)'],
    ] as const) {
      await window.choose('Preferences: Color Theme', theme, { filter: theme });
      const chat = await whittle.chat();
      await chat.locator(`body${kind}`).waitFor();
      await soon.ok(() => chat.evaluate(() => getComputedStyle(document.body).color !== getComputedStyle(document.querySelector('.composer .box') ?? document.body).backgroundColor), 'words apart from what is behind them');
      await window.screenshot(`chat-${theme}`);
    }
  });

  it('has room in a narrow and in a wide sidebar', async () => {
    const { window } = whittle;
    const sidebar = window.page.locator('.part.sidebar');
    for (const [name, width] of [['narrow', 200], ['wide', 800]] as const) {
      await window.until(`the sidebar to be ${name}`, async () => {
        const box = await sidebar.boundingBox();
        if (!box) return false;
        await window.page.mouse.move(box.x + box.width + 1, 300);
        await window.page.mouse.down();
        await window.page.mouse.move(box.x + width, 300, { steps: 10 });
        await window.page.mouse.up();
        return window.until('its width', async () => Math.abs(((await sidebar.boundingBox())?.width ?? 0) - width) < 60, 5000);
      });
      const chat = await whittle.chat();
      await soon.deepEqual(() => chat.evaluate(() => [...document.querySelectorAll('body, main, .turn, .composer, .status, .card')].filter(node => node.scrollWidth > node.clientWidth + 1).map(node => node.className)), []);
      await window.screenshot(`chat-${name}`);
    }
  });
});
