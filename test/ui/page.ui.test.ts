/** The chat page alone: hostile text, the keyboard, readers and themes. The whole window is in the other files of this folder. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { closeChatPages, openChatPage, type ChatPage, type ThemeName } from '../support/chatPage';
import { soon } from '../support/soon';
import { event, failure, fixMedian, hello, interrupted, model, plan, question } from '../support/chatScene';

const themes: readonly ThemeName[] = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

describe('the chat page', () => {
  let chat: ChatPage;

  async function open(options: Parameters<typeof openChatPage>[0] = {}): Promise<ChatPage> {
    chat = await openChatPage(options);
    return chat;
  }

  afterEach(async () => {
    const problems = chat.problems();
    await chat.close();
    assert.deepEqual(problems, [], 'the page broke its policy, asked for something remote or threw');
  });
  after(closeChatPages);

  it('sends with Enter, breaks the line with Shift+Enter, and sends nothing empty', async () => {
    const { page, send, posted } = await open();
    await send(hello());
    const input = page.getByRole('textbox', { name: 'Ask Whittle' });
    await input.press('Enter');
    await input.fill('one');
    await input.press('Shift+Enter');
    await input.pressSequentially('two');
    await input.press('Enter');
    await soon.deepEqual(posted, [{ kind: 'ask', text: 'one\ntwo' }]);
    await soon.equal(() => input.inputValue(), '');
  });

  it('holds Enter back while a task runs, says why, and stops with Escape', async () => {
    const { page, send, posted } = await open();
    await send(hello(), { kind: 'asked', id: 'a', text: 'first' });
    const input = page.getByRole('textbox', { name: 'Ask Whittle' });
    await input.fill('second');
    await input.press('Enter');
    await soon.equal(() => input.inputValue(), 'second');
    await soon.match(() => page.locator('#composer-hint').innerText(), /Whittle is working/);
    await soon.equal(() => input.getAttribute('aria-describedby'), 'composer-hint');
    await input.press('Escape');
    await soon.deepEqual(posted, [{ kind: 'typing' }, { kind: 'stop' }], 'Enter was held back, Escape was not');
    await send(...event('a', { kind: 'finished', outcome: { kind: 'stopped' } }));
    await input.press('Enter');
    await soon.deepEqual(async () => (await posted()).at(-1), { kind: 'ask', text: 'second' });
  });

  it('can be stopped as soon as a request is sent, and gives it back where it was not taken', async () => {
    const { page, send, posted } = await open();
    await send(hello());
    const input = page.getByRole('textbox', { name: 'Ask Whittle' });
    await input.fill('one');
    await input.press('Enter');
    await soon.equal(() => page.getByRole('button', { name: 'Stop' }).isVisible(), true);
    await input.press('Escape');
    await soon.deepEqual(posted, [{ kind: 'ask', text: 'one' }, { kind: 'stop' }]);
    await send({ kind: 'compose', text: 'one' });
    await soon.equal(() => input.inputValue(), 'one');
    await soon.equal(() => page.getByRole('button', { name: 'Send' }).isVisible(), true);
  });

  it('brings back earlier requests with Up on empty, and leaves a draft alone', async () => {
    const { page, send } = await open();
    await send(hello(), ...question(), ...failure());
    const input = page.getByRole('textbox', { name: 'Ask Whittle' });
    await input.press('ArrowUp');
    await soon.equal(() => input.inputValue(), 'Explain median');
    await input.press('ArrowUp');
    await soon.equal(() => input.inputValue(), 'Where is the title of a page put together?');
    await input.press('ArrowDown');
    await input.press('ArrowDown');
    await soon.equal(() => input.inputValue(), '');
    await input.fill('draft');
    await input.press('ArrowUp');
    await input.press('End');
    await input.press('x');
    await soon.equal(() => input.inputValue(), 'draftx');
  });

  it('can be used by keyboard alone, with the focus in sight', async () => {
    const { page, send, posted } = await open();
    await send(hello(), ...fixMedian());
    await page.getByRole('textbox', { name: 'Ask Whittle' }).focus();
    const seen: string[] = [];
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Shift+Tab');
      // eslint-disable-next-line no-restricted-syntax -- the focus has moved when the key is answered
      const at = await page.evaluate(() => {
        const node = document.activeElement;
        if (!node || node === document.body) return undefined;
        const style = getComputedStyle(node);
        return { name: node.getAttribute('aria-label') ?? node.textContent.trim(), outline: style.outlineStyle !== 'none' && style.outlineWidth !== '0px' };
      });
      if (!at) break;
      assert.ok(at.outline, `no focus to be seen on ${at.name}`);
      seen.push(at.name);
      if (at.name === 'Review') await page.keyboard.press('Enter');
      if (at.name.startsWith('Run tests')) await page.keyboard.press('Enter');
    }
    for (const name of ['Discard', 'Apply', 'Review', 'Conversation', 'Edit and send again']) assert.ok(seen.includes(name), `${name} can't be reached: ${seen.join(' | ')}`);
    await soon.deepEqual(posted, [{ kind: 'review', action: 'open' }]);
    await soon.ok(() => page.getByText('# pass 6').isVisible(), 'the card of the test run opens');
  });

  it('shows what a card holds: the diff, the command with its exit code and output, the refusal', async () => {
    const { page, send, posted } = await open();
    await send(hello(), ...fixMedian());
    const edit = page.locator('.call[data-tool=update_symbol]');
    await soon.match(() => edit.first().innerText(), /is never closed/);
    await soon.match(() => edit.last().locator('summary').innerText(), /\+4 −2/);
    await soon.equal(() => page.locator('.call[open]').count(), 0, 'all cards are closed at first');
    await edit.last().locator('summary').click();
    await soon.deepEqual(() => edit.last().locator('.row.removed .text').allInnerTexts(), ['  values.sort();', '  return values[Math.floor(values.length / 2)];']);
    await edit.last().getByRole('link', { name: 'src/stats.js:12' }).click();
    await soon.deepEqual(posted, [{ kind: 'open', path: 'src/stats.js', line: 12 }]);
    const run = page.locator('.call[data-tool=run_tests]');
    await run.locator('summary').click();
    await soon.match(() => run.innerText(), /exit 0[\s\S]*npm test[\s\S]*exit code 0[\s\S]*# pass 6/);
  });

  it('begins at its beginning, however small, and with one button before anything is known', async () => {
    const { page, send, screenshot } = await open({ height: 200 });
    const buttons = page.locator('.composer .send:visible, .composer .stop:visible');
    await soon.deepEqual(() => buttons.evaluateAll(all => all.map(each => each.className)), ['send']);
    await soon.equal(() => page.locator('.welcome:visible').count(), 0);
    await send(hello());
    await page.locator('.welcome').waitFor();
    const conversation = page.getByRole('main', { name: 'Conversation' });
    await soon.ok(() => conversation.evaluate(node => node.scrollHeight > node.clientHeight + 50), 'there is more than can be seen');
    await soon.equal(() => conversation.evaluate(node => node.scrollTop), 0);
    await screenshot('page-small-empty');
  });

  it('breaks the lines of words in a card', async () => {
    const { page, send } = await open();
    await send(hello(), { kind: 'asked', id: 'a', text: 'Fix it' }, ...event('a', { kind: 'call', id: 'c', tool: 'run_tests', args: {} },
      { kind: 'result', id: 'c', tool: 'run_tests', ok: false, text: 'The tests have not run yet. '.repeat(20), detail: { kind: 'none' }, milliseconds: 9 }));
    await page.locator('.call summary').click();
    await soon.ok(() => page.getByLabel('Result').evaluate(node => node.scrollWidth <= node.clientWidth && node.clientHeight > 60), 'nothing runs out to the side');
  });

  it('shows a declined command as the person\'s own no, without red and without the words for the model', async () => {
    const { page, send, screenshot } = await open();
    await send(hello(), { kind: 'asked', id: 'a', text: 'Fix it' }, ...event('a', { kind: 'call', id: 'c', tool: 'run_tests', args: {} },
      { kind: 'result', id: 'c', tool: 'run_tests', ok: false, text: 'The person said no. Do not ask for it again.', detail: { kind: 'declined', line: 'npm test' }, milliseconds: 2_000 }));
    const card = page.locator('.call');
    await soon.equal(async () => (await card.innerText()).replace(/\s+/g, ' ').trim(), 'Run tests declined You declined: npm test');
    await soon.equal(() => card.locator('.state').evaluate(node => getComputedStyle(node).color === getComputedStyle(document.body).color), true);
    await card.locator('summary').click();
    await soon.match(() => card.innerText(), /What the model was told\s+The person said no/i);
    await screenshot('page-declined');
  });

  it('opens citations and paths in the editor, leaves http links to VS Code, and copies code', async () => {
    const { page, send, posted } = await open();
    await send(hello(), ...question());
    const link = page.getByRole('link', { name: 'src/stats.js:40-44' });
    await link.focus();
    await link.press('Enter');
    await page.getByRole('link', { name: 'the counter' }).click();
    await page.getByRole('button', { name: 'Copy code' }).click();
    const code = "export function pageTitle(parts) {\n  return parts.filter(Boolean).map(titleCase).join(' · ');\n}";
    await soon.deepEqual(posted, [{ kind: 'open', path: 'src/stats.js', line: 40 }, { kind: 'open', path: 'src/stats.js', line: 40 }, { kind: 'copy', text: code }]);
    await soon.match(() => page.locator('blockquote').innerText(), /MDN \(developer\.mozilla\.org\)/);
  });

  it('keeps finished blocks, the Copy button and a selection while the rest streams', async () => {
    const { page, send } = await open();
    await send(hello(), { kind: 'asked', id: 'a', text: 'hi' }, ...event('a', { kind: 'text', text: 'First.\n\n```js\nlet a' }));
    await page.evaluate(() => Object.assign(globalThis, { before: [...document.querySelectorAll('.markdown > *, .markdown button')] }));
    await send(...event('a', { kind: 'text', text: ' = 1;\nlet b' }));
    await send(...event('a', { kind: 'text', text: ' = 2;\n```\n\nLast.' }, { kind: 'said', text: 'First.\n\n```js\nlet a = 1;\nlet b = 2;\n```\n\nLast.', reasoning: '' }));
    await soon.equal(() => page.locator('.markdown > *').count(), 3);
    await soon.equal(() => page.locator('.markdown code').innerText(), 'let a = 1;\nlet b = 2;');
    await soon.equal(() => page.evaluate(() => (globalThis as unknown as { before: Element[] }).before.every(node => node.isConnected)), true);
  });

  it('follows the stream at its end, and stays where someone reads', async () => {
    const { page, send } = await open({ height: 500 });
    await send(hello(), { kind: 'asked', id: 'a', text: 'hi' });
    const line = (at: number) => event('a', { kind: 'text', text: `Paragraph ${at}.\n\n` });
    for (let at = 0; at < 40; at++) await send(...line(at));
    const conversation = page.getByRole('main', { name: 'Conversation' });
    const fromEnd = () => conversation.evaluate(node => node.scrollHeight - node.scrollTop - node.clientHeight);
    await soon.ok(async () => await fromEnd() < 5, 'the end is in sight');
    await conversation.evaluate(node => { node.scrollTop = 0; });
    await page.getByRole('button', { name: 'Go to the latest' }).waitFor();
    await send(...line(41));
    await conversation.getByText('Paragraph 41.').waitFor();
    await soon.equal(() => conversation.evaluate(node => node.scrollTop), 0);
    await page.getByRole('button', { name: 'Go to the latest' }).click();
    await soon.ok(async () => await fromEnd() < 5, 'the end is in sight again');
  });

  it('shows what Apply led to, wherever the person was reading, and stays where it is for what was undone elsewhere', async () => {
    const { page, send, screenshot } = await open({ height: 500 });
    await send(hello(), ...fixMedian('a'));
    const conversation = page.getByRole('main', { name: 'Conversation' });
    const toTop = () => conversation.evaluate(node => { node.scrollTop = 0; });
    const inSight = (selector: string) => page.locator(selector).evaluate(node => {
      const [at, around] = [node.getBoundingClientRect(), node.closest('main')?.getBoundingClientRect()];
      return around !== undefined && at.top >= around.top - 1 && at.top < around.bottom && (at.bottom <= around.bottom + 1 || at.height > around.height);
    });
    for (const files of [1, 40]) {
      await toTop();
      const conflicts = Array.from({ length: files }, (_, at) => ({ path: `a${at}.py`, text: `a${at}.py has changed meanwhile in the same lines` }));
      await send({ kind: 'reviewed', id: 'a', result: 'refused', text: 'Nothing was applied: it does not fit.', conflicts });
      await soon.equal(() => inSight('.reviewed.refused .line'), true, `${files} files`);
    }
    await screenshot('page-refused-in-sight');
    await toTop();
    await send({ kind: 'reviewed', id: 'a', result: 'undone', text: 'Taken back.' });
    await page.locator('.reviewed.undone').waitFor();
    await soon.equal(() => conversation.evaluate(node => node.scrollTop), 0);
  });

  it('scrolls the conversation and nothing else, whoever asks for it', async () => {
    const { page, send } = await open({ height: 420 });
    for (const id of ['a', 'b', 'c', 'd']) await send(...fixMedian().map((message) => ('id' in message ? { ...message, id } : message)));
    await page.getByRole('main', { name: 'Conversation' }).evaluate(node => { node.scrollTop = 0; });
    await soon.deepEqual(() => page.evaluate(() => {
      for (const node of [document.documentElement, document.body]) node.scrollTop = node.scrollLeft = 500;
      window.scrollTo(300, 300);
      return [document.documentElement.scrollTop, document.body.scrollTop, window.scrollX, window.scrollY];
    }), [0, 0, 0, 0]);
    await soon.ok(() => page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight), 'nothing hangs out below');
  });

  it('keeps the end in sight when the review takes its place', async () => {
    const { page, send } = await open({ height: 420 });
    await send(hello(), ...fixMedian());
    await page.locator('.review').waitFor();
    const conversation = page.getByRole('main', { name: 'Conversation' });
    await soon.ok(async () => await conversation.evaluate(node => node.scrollHeight - node.scrollTop - node.clientHeight) < 5, 'the end is in sight');
  });

  it('says above the list what a program runs by itself, with every name as it is', async () => {
    const { page, send } = await open();
    const alarm = 'An editor may run what it says as soon as it is there.';
    const changes = [...Array.from({ length: 30 }, (_, index) => ({ path: `src/a${index}.py`, kind: 'added' as const, added: 1, removed: 0 })), { path: '.vscode/tasks\u202e.json', kind: 'added' as const, added: 1, removed: 0, alarm }];
    await send(hello(), { kind: 'review', id: 'a', changes });
    const row = page.locator('.review .alarm');
    await row.waitFor();
    await soon.match(() => row.innerText(), /\.vscode\/tasks\\u\{202e\}\.json\s+An editor may run what it says/);
    await send({ kind: 'review', id: 'a', changes: changes.slice(0, 3) });
    await page.locator('.review .alarms').waitFor({ state: 'hidden' });
  });

  it('shows foreign text as text: nothing runs, nothing is fetched, no link leads elsewhere', async () => {
    const { page, send } = await open();
    const { cases } = JSON.parse(await readFile('test/cases/webview/hostile.json', 'utf8')) as { cases: readonly string[] };
    await page.evaluate(() => Object.assign(globalThis, { alert: () => { throw new Error('a script ran'); } }));
    await send(hello({ model: { ...model, model: '<img src=x onerror=alert(1)>' } }));
    for (const [at, text] of cases.entries()) {
      const id = `x${at}`;
      await send({ kind: 'asked', id, text, context: text }, ...event(id,
        { kind: 'text', text }, { kind: 'said', text, reasoning: text }, { kind: 'notice', text }, { kind: 'correction', text },
        { kind: 'call', id: 'c', tool: text, args: { [text]: text } },
        { kind: 'result', id: 'c', tool: text, ok: false, text, detail: { kind: 'edit', path: text, before: text, after: `${text}\n`, line: 1 }, milliseconds: 1 },
        { kind: 'plan', plan: { steps: [{ number: 1, text, state: 'done', evidence: text, after: [] }] } },
        { kind: 'finished', outcome: { kind: 'failed', code: 'internal', cause: text, next: text, fix: 'retry' } }),
      { kind: 'review', id, changes: [{ path: text, kind: 'added', added: 1, removed: 0 }] }, { kind: 'reviewed', id, result: 'refused', text });
      await page.evaluate(() => { for (const node of document.querySelectorAll('details')) node.open = true; });
    }
    await soon.equal(() => page.locator('.turn').count(), cases.length);
    assert.ok(cases.length >= 20);
    await soon.deepEqual(() => page.evaluate(() => [...document.body.querySelectorAll('*')].flatMap(node => {
      const bad = ['SCRIPT', 'IMG', 'IFRAME', 'OBJECT', 'EMBED', 'FORM', 'INPUT', 'STYLE', 'LINK', 'BASE', 'META', 'SVG', 'MATH', 'VIDEO', 'AUDIO'];
      const own = node instanceof HTMLScriptElement && node.src === 'http://chat.test/main.js' || node.classList.contains('composer');
      const handlers = node.getAttributeNames().filter(name => name.startsWith('on') || name === 'srcdoc' || (name === 'href' && !/^https?:\/\//.test(node.getAttribute(name) ?? '')));
      return (bad.includes(node.tagName.toUpperCase()) && !own) || handlers.length > 0 || (node.id !== '' && node.id !== 'composer-hint') ? [node.outerHTML.slice(0, 120)] : [];
    })), []);
  });

  it('shows no step of a plan as running once its task has ended, counts what is done alone, and says why a step was left out', async () => {
    const { page, send } = await open();
    const { steps: [first, second] } = plan('done', 'active');
    assert.ok(first && second);
    await send(hello(), { kind: 'asked', id: 'a', text: 'hi' }, ...event('a', { kind: 'plan', plan: { steps: [first, second] } }));
    await soon.equal(() => page.locator('.plan [aria-current=step]').count(), 1);
    await send(...event('a', { kind: 'finished', outcome: { kind: 'stopped' } }));
    await soon.equal(() => page.locator('.plan [aria-current=step]').count(), 0);
    await soon.match(() => page.locator('.plan li').last().innerText(), /not finished/);
    const skipped = { ...second, state: 'skipped', evidence: 'you said no to `npm test`' } as const;
    await send({ kind: 'asked', id: 'b', text: 'hi' }, ...event('b', { kind: 'plan', plan: { steps: [first, skipped] } }, { kind: 'finished', outcome: { kind: 'stopped' } }));
    const turn = page.locator('.turn').last();
    await soon.equal(() => turn.locator('.plan .facts').innerText(), '1 of 2 done, 1 skipped');
    await soon.match(() => turn.locator('.plan li').last().innerText(), /you said no to npm test/);
  });

  it('says of a task that ended well what became of it since, and no longer in green', async () => {
    const { page, send } = await open();
    await send(hello(), ...fixMedian());
    const headline = page.locator('.outcome.done .line').first();
    await soon.equal(() => headline.innerText(), 'Done, 1 file changed, tests passed');
    const done = { kind: 'done', summary: 'ok', tested: true } as const;
    for (const [changes, since, words] of [
      [2, { takenBack: 1, of: 3 }, 'Done; 1 of 3 files taken back since, tests not run on that'],
      [2, { takenBack: 1, of: 3, changed: 'edited' }, 'Done; 1 of 3 files taken back and changed by you since, tests not run on that'],
      [1, { takenBack: 0, of: 1, changed: 'settled' }, 'Done, 1 file changed; its conflicts settled by you since, tests not run on that'],
      [0, { takenBack: 1, of: 1, changed: 'settled' }, 'Done; nothing of it is in your files now'],
      [1, { takenBack: 0, of: 1, changed: 'merged' }, 'Done, 1 file changed; merged with your own changes since, tests not run on that'],
      [0, { takenBack: 3, of: 3 }, 'Done; all 3 files taken back since'],
    ] as const) {
      await send(...event('a', { kind: 'finished', outcome: { ...done, changes, since } }));
      await soon.equal(() => headline.innerText(), words);
      await soon.equal(() => headline.locator('.codicon-pass-filled').count(), 0);
    }
  });

  it('says plainly that a stand-in is none, and that an untrusted folder stays as it is', async () => {
    const { page, send, posted } = await open();
    await send(hello({ trusted: false, model: { ...model, standIn: true } }));
    await soon.match(() => page.locator('[data-banner=stand-in]').innerText(), /A scripted stand-in, not a model\.\s+To use a real one:/);
    await soon.match(() => page.locator('[data-banner=restricted]').innerText(), /Edits and commands are off/);
    await page.locator('.banner').getByRole('button', { name: 'How to Start a Server' }).click();
    await page.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await soon.deepEqual(posted, [{ kind: 'fix', fix: 'start-server-help' }, { kind: 'trust' }]);
    await send(...question());
    await soon.match(() => page.locator('[data-banner=stand-in]').innerText(), /^\s*A scripted stand-in, not a model\.\s*$/, 'folded, but still said');
    await send({ kind: 'trust', trusted: true }, { kind: 'model', model });
    await soon.equal(() => page.locator('.banner:visible').count(), 0);
  });

  it('offers the fix of a failure, and the examples and state of the model at first', async () => {
    const { page, send, posted } = await open();
    await send(hello(), { kind: 'model', problem: 'No model server was found on this machine.' });
    await soon.match(() => page.locator('.welcome').innerText(), /^\s*What shall we work on\?\s*No model server was found/);
    await soon.deepEqual(() => page.locator('.welcome button:visible').allInnerTexts(), ['Choose Model', 'How to Start a Server', 'Test Connection'], 'no example that can\'t run');
    await send({ kind: 'model', model });
    await page.locator('.example').first().click();
    await soon.notEqual(() => page.getByRole('textbox').inputValue(), '');
    await send(...failure());
    await page.locator('.outcome').getByRole('button', { name: 'How to Start a Server' }).click();
    await page.locator('.outcome').getByRole('button', { name: 'Try Again' }).click();
    await soon.deepEqual(posted, [{ kind: 'fix', fix: 'start-server-help' }, { kind: 'fix', fix: 'retry' }]);
  });

  it('offers to go on with what was interrupted, as long as it is the last, and tells readers so', async () => {
    const { page, send, posted } = await open();
    await send({ kind: 'replay', messages: [hello(), ...question(), ...interrupted().slice(0, -1)] });
    await send(...interrupted().slice(-1));
    await soon.deepEqual(() => page.locator('.call').evaluateAll((all) => all.map((each) => each.getAttribute('data-state'))), ['ok', 'ok', 'ok', 'ended']);
    await soon.match(() => page.getByRole('log').innerText(), /^Interrupted: .* Continue goes on from there/);
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await send({ kind: 'review', id: 'd', changes: [{ path: 'a.py', kind: 'changed', added: 1, removed: 0 }] });
    await soon.match(() => page.locator('.outcome.interrupted').innerText(), /what was edited so far waits for your review/);
    await send({ kind: 'reviewed', id: 'd', result: 'discarded', text: 'Discarded. Your files are as they were.' });
    await page.getByRole('button', { name: 'Start Again' }).press('Enter');
    await soon.match(() => page.locator('.outcome.interrupted').innerText(), /^\s*Interrupted: [^.]*\. Start Again does it from the beginning\.\s*Start Again\s*$/);
    await soon.deepEqual(posted, [{ kind: 'fix', fix: 'continue' }, { kind: 'fix', fix: 'start-again' }]);
    await send(...failure());
    await soon.equal(() => page.getByRole('button', { name: 'Continue' }).count(), 0);
  });

  it('tells readers politely of news, and stays silent about what was there before', async () => {
    const { page, send } = await open();
    const live = page.getByRole('log');
    await soon.equal(() => live.getAttribute('aria-live'), 'polite');
    await send({ kind: 'replay', messages: [hello(), ...fixMedian()] });
    await page.locator('.review').waitFor();
    await soon.equal(() => live.innerText(), '');
    await send(...failure());
    await soon.match(() => live.innerText(), /No model server answers/);
  });

  it('says that a question waits, without a clock and without turning', async () => {
    const { page, send } = await open();
    await send(hello(), { kind: 'asked', id: 'a', text: 'hi' }, ...event('a', { kind: 'call', id: 'c', tool: 'run_tests', args: {} }));
    const line = page.locator('.activity');
    await soon.match(() => line.innerText(), /Working…/);
    await send(...event('a', { kind: 'asking', on: true }));
    await soon.equal(() => line.innerText(), 'Waiting for your answer');
    await soon.equal(() => line.locator('.codicon-modifier-spin').count(), 0);
    await send(...event('a', { kind: 'asking', on: false }));
    await soon.match(() => line.innerText(), /Working…/);
    await soon.equal(() => line.locator('.codicon-modifier-spin').count(), 1);
  });

  it('keeps still for those who asked for less motion', async () => {
    const { page, send } = await open({ reducedMotion: true });
    await send(hello(), { kind: 'asked', id: 'a', text: 'hi' });
    await soon.equal(() => page.locator('.activity .codicon').evaluate(node => getComputedStyle(node).animationName), 'none');
  });

  it('has its icons on the line of the words beside them', async () => {
    const { page, send } = await open({});
    await send(hello({ trusted: false, model: { ...model, standIn: true } }), ...question(), ...fixMedian(), ...failure(), ...interrupted());
    await page.locator('.review').waitFor();
    await soon.deepEqual(() => page.evaluate(() => [...document.querySelectorAll('.line > .codicon, .banner > summary > .codicon, .steps li > .codicon')].flatMap(icon => {
      const words = icon.nextElementSibling;
      if (!words || icon.getBoundingClientRect().height === 0) return [];
      const range = document.createRange();
      range.selectNodeContents(words);
      const [line] = range.getClientRects();
      const box = icon.getBoundingClientRect();
      const distance = line === undefined ? 0 : box.top + box.height / 2 - (line.top + line.height / 2);
      return Math.abs(distance) > 1 ? [`${words.textContent.slice(0, 30)}: ${distance.toFixed(1)} px`] : [];
    })), []);
  });

  for (const width of [200, 900]) {
    it(`has room in ${width} pixels: nothing is cut off sideways`, async () => {
      const { page, send, screenshot } = await open({ width });
      await send(hello({ trusted: false, model: { ...model, standIn: true } }), ...question(), ...fixMedian(), ...failure(), ...interrupted());
      await page.evaluate(() => { for (const card of document.querySelectorAll('details')) card.open = true; });
      await page.locator('.call[data-tool=run_tests] .body > *').first().waitFor();
      await soon.deepEqual(() => page.evaluate(() => [...document.querySelectorAll('body, main, .turn, .review, .composer, .status, .banner, .card, .buttons')]
        .filter(node => node.scrollWidth > node.clientWidth + 1).map(node => node.className)), []);
      await screenshot(`page-${width}`);
    });
  }

  for (const theme of themes) {
    it(`can be read in ${theme}`, async () => {
      const { page, send, screenshot } = await open({ theme });
      await send(hello());
      await screenshot(`page-empty-${theme}`);
      await send(...question(), ...failure());
      await screenshot(`page-answer-${theme}`);
      await send({ kind: 'cleared' }, ...fixMedian());
      await page.locator('.call[data-tool=update_symbol]').last().locator('summary').click();
      await page.locator('.call[data-tool=update_symbol] .row.removed').first().waitFor();
      await screenshot(`page-task-${theme}`);
      await soon.deepEqual(() => page.evaluate(unreadable), []);
      await send({ kind: 'cleared' }, ...interrupted());
      await page.locator('.outcome.interrupted').waitFor();
      await screenshot(`page-interrupted-${theme}`);
      await soon.deepEqual(() => page.evaluate(unreadable), []);
    });
  }
});

/** Texts whose contrast with what is behind them is under 3 (large and dimmed text) by the WCAG formula. Runs in the page. */
function unreadable(): string[] {
  const parse = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (rgb: readonly number[]) => rgb.slice(0, 3)
    .map(value => value / 255).map(value => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const over = (top: readonly number[], bottom: readonly number[]) => [0, 1, 2].map(index => {
    const alpha = top[3] ?? 1;
    return (top[index] ?? 0) * alpha + (bottom[index] ?? 0) * (1 - alpha);
  });
  const behind = (node: Element | null): number[] => {
    if (!node) return parse(getComputedStyle(document.documentElement).backgroundColor);
    return over(parse(getComputedStyle(node).backgroundColor), behind(node.parentElement));
  };
  const bad: string[] = [];
  for (const node of document.querySelectorAll('body *')) {
    const own = [...node.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.textContent?.trim());
    if (!own || node.closest('script, .spoken') || (node as HTMLElement).offsetParent === null) continue;
    if (node.closest(':disabled')) continue;
    const back = behind(node);
    const [a, b] = [luminance(over(parse(getComputedStyle(node).color), back)), luminance(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 3) bad.push(`${node.className} "${node.textContent?.trim().slice(0, 30)}" ${ratio.toFixed(2)}`);
  }
  return bad;
}
