/** What the plan tree, the changes tree and the status bar say. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Step } from '../../src/shared/plan';
import { ChangesTree } from '../../src/vscode/changesTree';
import { PlanTree } from '../../src/vscode/planTree';
import { RunningTree } from '../../src/vscode/runningTree';
import { statusText } from '../../src/vscode/statusBar';

describe('the plan tree', () => {
  const step = (number: number, state: Step['state'], rest: Partial<Step> = {}): Step => ({ number, text: `Do ${number}`, state, after: [], ...rest });

  it('shows each step with number, state, evidence and what it waits for', () => {
    const tree = new PlanTree();
    tree.work(true);
    let heard = 0;
    tree.onDidChangeTreeData(() => { heard += 1; });
    tree.show({ steps: [step(1, 'done', { evidence: 'edit a.py' }), step(2, 'active'), step(3, 'pending', { after: [1, 2] }), step(4, 'failed'), step(5, 'skipped')] });
    assert.equal(heard, 1);
    const items = tree.getChildren().map((row) => tree.getTreeItem(row));
    assert.deepEqual(items.map((item) => item.label), ['1. Do 1', '2. Do 2', '3. Do 3', '4. Do 4', '5. Do 5']);
    assert.deepEqual(items.map((item) => item.description), ['edit a.py', undefined, 'after steps 1, 2', undefined, undefined]);
    assert.deepEqual(items.map((item) => (item.iconPath as vscode.ThemeIcon).id), ['pass', 'arrow-circle-right', 'circle-large-outline', 'error', 'debug-step-over']);
    assert.equal(items[1]?.accessibilityInformation?.label, 'Step 2, running: Do 2');
  });

  it('calls no step of a task that has ended running', () => {
    const tree = new PlanTree();
    tree.work(true);
    tree.show({ steps: [step(1, 'active')] });
    let heard = 0;
    tree.onDidChangeTreeData(() => { heard += 1; });
    tree.work(false);
    const [item] = tree.getChildren().map((row) => tree.getTreeItem(row));
    assert.deepEqual([heard, item?.accessibilityInformation?.label, (item?.iconPath as vscode.ThemeIcon).id], [1, 'Step 1, not finished: Do 1', 'debug-pause']);
  });

  it('shows no marks of code, which a row can\'t render', () => {
    const tree = new PlanTree();
    tree.show({ steps: [step(1, 'active', { text: 'Read `median` in `src/stats.js`' })] });
    assert.deepEqual(tree.getChildren().map((row) => tree.getTreeItem(row).label), ['1. Read median in src/stats.js']);
  });

  it('is empty again without a plan', () => {
    const tree = new PlanTree();
    tree.show({ steps: [step(1, 'done')] });
    tree.show(undefined);
    assert.deepEqual(tree.getChildren(), []);
  });
});

describe('what still runs', () => {
  it('is a row with its command, nothing hidden in it, and since when', () => {
    const tree = new RunningTree();
    tree.show([{ id: 7, line: 'npm start &\nrm \u202ex', since: new Date(2026, 0, 1, 9, 5).getTime() }]);
    const [item] = tree.getChildren().map((row) => tree.getTreeItem(row));
    assert.equal(item?.label, 'npm start &\\u{a}rm \\u{202e}x');
    assert.match(String(item?.description), /^since 0?9:05/);
    assert.equal(item?.contextValue, 'running');
    tree.show([]);
    assert.deepEqual(tree.getChildren(), []);
  });
});

describe('the changes tree', () => {
  it('names file, kind, counts and folder, and compares on a click', () => {
    const tree = new ChangesTree(() => vscode.Uri.file('/w'));
    tree.show([{ path: 'src/a.py', kind: 'changed', added: 3, removed: 1 }, { path: 'b.py', kind: 'added', added: 2, removed: 0 }]);
    const [first, second] = tree.getChildren().map((row) => tree.getTreeItem(row));
    assert.equal(first?.label, 'a.py');
    assert.equal(first?.description, '+3 −1  src');
    assert.deepEqual(first?.command?.arguments, ['src/a.py']);
    assert.equal(second?.description, 'new  +2');
  });

  it('marks a file that a program runs by itself, and hides nothing in a name', () => {
    const tree = new ChangesTree(() => undefined);
    tree.show([{ path: '.vscode/tasks\u202e.json', kind: 'added', added: 1, removed: 0, alarm: 'An editor may run it.' }]);
    const [item] = tree.getChildren().map((row) => tree.getTreeItem(row));
    assert.deepEqual([item?.label, item?.description, (item?.iconPath as vscode.ThemeIcon).id], ['tasks\\u{202e}.json', 'look twice  new  +1  .vscode', 'warning']);
    assert.match(String(item?.tooltip), /An editor may run it\.$/);
  });
});

describe('the status bar', () => {
  const model = { server: 'http://127.0.0.1:8080', model: 'qwen3-8b', window: 16384, standIn: false };
  const idle = { model, problem: undefined, busy: false, review: false };

  it('shows model and window', () => assert.match(statusText(idle).text, /qwen3-8b · 16k/));
  it('never shows a stand-in as a model', () => {
    const shown = statusText({ ...idle, model: { ...model, standIn: true } });
    assert.doesNotMatch(shown.text, /qwen/);
    assert.match(shown.tooltip, /stand-in.*not a model/i);
  });
  it('turns while a task runs', () => assert.match(statusText({ ...idle, busy: true }).text, /sync~spin/));
  it('says what is wrong', () => {
    const shown = statusText({ ...idle, model: undefined, problem: 'No server answers. Start one.' });
    assert.equal(shown.warn, true);
    assert.match(shown.tooltip, /No server answers/);
  });
});
