/** The editor's word on a file is waited for where somebody speaks, and not at each edit where nobody does. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createProblems, type Patience } from '../../src/vscode/problems';
import { Project } from './project';

describe('the editor\'s problems', () => {
  let project: Project;
  const forever = 10 * 60_000;
  const most = 60_000;

  before(async () => {
    project = await Project.make();
    await project.write('a.lua', 'print(1)\n');
    await project.write('b.lua', 'print(2)\n');
    await project.write('a.md', '# One\n');
    await project.write('b.md', '# Two\n');
  });
  after(() => project.remove());

  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(project.uri, name);

  it('are waited for until the server has spoken, at the next file too', async () => {
    const problems = createProblems({ firstLook: forever, nextLook: forever, rest: forever });
    const collection = vscode.languages.createDiagnosticCollection('lua-server');
    const server = vscode.workspace.onDidOpenTextDocument((document) => {
      if (document.languageId === 'lua') collection.set(document.uri, [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 5), `no ${document.lineCount}`, vscode.DiagnosticSeverity.Error)]);
    });
    try {
      for (const name of ['a.lua', 'b.lua']) {
        assert.deepEqual(await problems(at(name).fsPath, most), [{ path: at(name).fsPath, line: 1, column: 1, severity: 'error', message: 'no 2' }]);
      }
    } finally {
      server.dispose();
      collection.dispose();
    }
  });

  it('are waited for once where no server speaks, and again after a rest', async () => {
    const patience: Patience = { firstLook: 20, nextLook: 20, rest: forever };
    const problems = createProblems(patience);
    assert.deepEqual(await problems(at('a.md').fsPath, most), []);
    Object.assign(patience, { firstLook: forever, nextLook: forever });
    // Would never come back in the time of a test, were it to wait.
    assert.deepEqual(await problems(at('a.md').fsPath, most), []);
    assert.deepEqual(await problems(at('b.md').fsPath, most), []);
    patience.rest = 0;
    const collection = vscode.languages.createDiagnosticCollection('late-server');
    try {
      const asked = problems(at('b.md').fsPath, most);
      setImmediate(() => { collection.set(at('b.md'), [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), 'late', vscode.DiagnosticSeverity.Error)]); });
      assert.deepEqual((await asked)?.map(({ message }) => message), ['late']);
    } finally {
      collection.dispose();
    }
  });
});
