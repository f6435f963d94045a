/** What was said, and what waits for review, outlives the window: a reload shows it again, and goes on as if nothing had been closed. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { soon, soonPass } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const original = 'def greet(name):\n    return "hello " + name\n\n\ndef part(name):\n    return "bye " + name\n';
const replace = (match: string, from: string, to: string): { match: string; turns: object[] } => ({
  match, turns: [
    { calls: [{ name: 'patch', arguments: { path: 'words.py', old_str: from, new_str: to } }] },
    { calls: [{ name: 'finish', arguments: { summary: `It says ${to} now. Not tested: the project has no tests.` } }] },
    { text: 'That is all.' },
  ],
});

/** Where the conversation is kept, and its text once it holds the words. */
const keptBy = async (whittle: Whittle): Promise<string> => (await whittle.inRooms('conversation.json'))[0] ?? '';
const written = (whittle: Whittle, words: RegExp): Promise<string> => soon.match(async () => readFile(await keptBy(whittle), 'utf8'), words);

describe('changes that wait for review when the window is reloaded', () => {
  let whittle: Whittle;
  before(async () => {
    whittle = await openWhittle({
      project: { 'words.py': original },
      sessions: [replace('^Change greet', '"hello "', '"HELLO "'), replace('^Change part', '"bye "', '"BYE "')],
    });
  });
  after(() => whittle.close());

  it('are shown again, with what was asked and how it ended', async () => {
    const { window } = whittle;
    await whittle.ask('Change greet in words.py so that it is loud');
    await whittle.done();
    const chat = await whittle.reload();
    await chat.locator('section.review:visible', { hasText: '1 file to review' }).waitFor();
    await soon.match(() => chat.locator('.turn').innerText(), /Change greet in words\.py so that it is loud[^]*Done, 1 file changed, not tested[^]*It says "HELLO " now/);
    await window.unfold('Changes');
    await window.until('the row', async () => /words\.py\s+\+1 −1/.test((await window.treeRows('Changes')).join()));
    await window.until('the status bar to tell', async () => (await window.statusBar()).some((text) => /Changes wait for your review/.test(text)));
    await window.screenshot('reload-1-again');
  });

  it('are compared with what the file held when the task began', async () => {
    const { window } = whittle;
    await whittle.press('Review');
    await window.until('both sides', async () => /hello[^]*HELLO/.test(await window.reviewText()));
  });

  it('are compared again where the review was open when the window was reloaded', async () => {
    const { window } = whittle;
    await whittle.reloadWindow();
    await window.until('both sides', async () => /hello[^]*HELLO/.test(await window.reviewText()));
    await soon.equal(() => window.page.locator('.tabs-container .tab', { hasText: 'Whittle: review changes' }).count(), 1);
    await window.screenshot('reload-1-review');
  });

  it('are merged with what changed meanwhile, and applied', async () => {
    await writeFile(path.join(whittle.window.folder, 'words.py'), original.replace('bye', 'farewell'));
    await whittle.press('Apply');
    await whittle.window.until('the merged file', async () => (await whittle.file('words.py')) === original.replace('bye', 'farewell').replace('hello', 'HELLO'));
    await (await whittle.chat()).locator('section.review').waitFor({ state: 'hidden' });
    await written(whittle, /"result":"applied"/);
    const chat = await whittle.reload();
    await chat.locator('.turn .reviewed.applied', { hasText: 'Applied to 1 file' }).waitFor();
    await soon.match(() => chat.locator('.turn').innerText(), /Change greet in words\.py so that it is loud/);
    await soon.equal(() => chat.locator('section.review:visible').count(), 0);
  });

  it('are missed in plain words where the scratch copy is gone', async () => {
    const { window } = whittle;
    await writeFile(path.join(window.folder, 'words.py'), original);
    await whittle.ask('Change part in words.py so that it is loud');
    await whittle.done();
    const rooms = (await soonPass(() => whittle.inRooms('books.json'), (found) => assert.equal(found.length, 1))).map((file) => path.dirname(file));
    for (const room of rooms) await rm(room, { recursive: true });
    const chat = await whittle.reload();
    await window.until('the message', async () => (await window.notifications()).some((text) => /can't be shown again\. The scratch copy is gone: .*Ask for the task again/.test(text)));
    await chat.locator('.outcome.failed', { hasText: 'Your files are as they were.' }).waitFor();
    await window.screenshot('reload-2-gone');
    await whittle.press('Try Again');
    await chat.locator('section.review:visible', { hasText: '1 file to review' }).waitFor();
  });
});

describe('a task that a reload of the window interrupts', () => {
  const token = 'correct-horse-battery-9';
  const call = (name: string, args: object): object => ({ calls: [{ name, arguments: args }] });
  const change = (from: string): object => call('patch', { path: 'words.py', old_str: `"${from} "`, new_str: `"${from.toUpperCase()} "` });
  let whittle: Whittle;
  before(async () => {
    whittle = await openWhittle({
      settings: { 'workbench.colorTheme': 'Dark Modern' },
      project: { 'words.py': original, '.env': `TOKEN=${token}\n` },
      sessions: [{
        match: '^Change both',
        turns: [
          call('set_plan', { steps: ['Change greet in words.py', 'Change part in words.py'] }), change('hello'),
          call('complete_step', { step: 1, evidence: 'edited words.py' }), call('run_command', { command: 'python3 words.py', reason: 'See that it still runs.' }),
        ],
      }, {
        match: '^Go on with this.*Change both',
        turns: [change('bye'), call('complete_step', { step: 2, evidence: 'edited words.py' }), call('finish', { summary: 'Both are loud. Not tested: the project has no tests.' }), { text: 'That is all.' }],
      }, { match: '^What does greet do', turns: [call('finish', { summary: 'It greets.' }), { text: 'It greets.' }] }],
    });
  });
  after(() => whittle.close());

  it('is shown as it was, with its plan, and says how it goes on', async () => {
    const { window } = whittle;
    await whittle.ask(`Change both words in words.py: first make greet loud, then make part loud, then run it. The token is ${token}`);
    await window.dialog();
    const text = await written(whittle, /run_command/);
    assert.ok(!text.includes(token), text);
    const chat = await whittle.reload();
    await chat.locator('section.review:visible', { hasText: '1 file to review' }).waitFor();
    await soon.match(() => chat.locator('.turn').innerText(), /Change both words[^]*The token is \[secret\][^]*Interrupted: the window was closed or reloaded before this was done/);
    await soon.deepEqual(() => whittle.cards(), ['set_plan ok', 'patch ok', 'complete_step ok', 'run_command ended']);
    await soon.match(() => chat.locator('.plan .facts').innerText(), /1 of 2 done/);
    await window.unfold('Plan');
    await soon.match(async () => (await window.treeRows('Plan')).join(), /Step 1, done: Change greet[^]*Step 2, not finished: Change part/);
    await window.screenshot('reload-3-interrupted');
    await soon.equal(() => whittle.file('words.py'), original);
  });

  it('goes on from what was edited, with its plan and the words it had', async () => {
    const { window } = whittle;
    await whittle.press('Continue');
    const turn = await whittle.done();
    await soon.match(() => turn.innerText(), /Done, 1 file changed, not tested[^]*Both are loud/);
    const first = whittle.requests().find(({ body }) => body.messages.some(({ content }) => content?.startsWith('Go on with this') === true));
    const told = first?.body.messages.map(({ content }) => content ?? '').join('\n---\n') ?? '';
    assert.match(told, /Ended before it was done\. Until then: edit words\.py\.\)[^]*Go on with this, which was interrupted[^]*ACTIVE PLAN \(step 2 of 2\)/);
    await (await whittle.chat()).locator('section.review:visible', { hasText: '1 file to review' }).waitFor();
    await soon.equal(async () => (await whittle.chat()).getByRole('button', { name: 'Continue', exact: true }).count(), 0, 'what went on is past');
    await window.screenshot('reload-4-went-on');
    await whittle.press('Apply');
    await window.until('both words', async () => (await whittle.file('words.py')) === original.replace('hello', 'HELLO').replace('bye', 'BYE'));
  });

  it('is forgotten with a new conversation', async () => {
    const { window } = whittle;
    await written(whittle, /"result":"applied"/);
    const file = await keptBy(whittle);
    await window.command('Whittle: New Conversation');
    const chat = await whittle.chat();
    await soon.equal(() => chat.locator('.turn').count(), 0);
    await soon.ok(() => !existsSync(file), 'the file is gone');
    const again = await whittle.reload();
    await again.locator('.welcome:visible').waitFor();
    await soon.equal(() => again.locator('.turn').count(), 0);
  });

  it('is missed in plain words where what was written is damaged', async () => {
    const { window } = whittle;
    await whittle.ask('What does greet do?');
    await whittle.done();
    await written(whittle, /"finished"/);
    const file = await keptBy(whittle);
    await writeFile(file, (await readFile(file, 'utf8')).slice(0, -30));
    const chat = await whittle.reload();
    await window.until('the message', async () => (await window.notifications()).some((text) => /conversation can't be shown: its file is damaged\. .*go on with a new request/.test(text)));
    await soon.equal(() => chat.locator('.turn').count(), 0);
    await soon.ok(() => existsSync(`${file}.damaged`), 'it is kept');
  });
});
