/** The extension starts, offers what it declares, and is quick about it. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, Project } from './project';

interface Contributions { readonly contributes: { readonly commands: readonly { readonly command: string }[] } }

describe('the extension', () => {
  const extension = vscode.extensions.getExtension('whittle.whittle');

  it('is active', async () => {
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('registers every command it declares, and declares every command it registers', async () => {
    const declared = (extension?.packageJSON as Contributions).contributes.commands.map((each) => each.command);
    const views = /^whittle\.(chat|plan|changes|running|snapshots)\.|^workbench\./;
    const registered = (await vscode.commands.getCommands(true)).filter((id) => id.startsWith('whittle.') && !views.test(id));
    assert.deepEqual([...declared].sort(), registered.sort());
  });

  it('shows its chat', async () => {
    await vscode.commands.executeCommand('whittle.ask');
  });
});

describe('Rewrite This Function', () => {
  let project: Project;
  beforeEach(async () => { project = await Project.make(); });
  afterEach(() => project.remove());

  const offered = async (name: string, text: string, line: number): Promise<readonly vscode.CodeAction[]> => {
    await project.write(name, text);
    const document = await vscode.workspace.openTextDocument(project.file(name));
    await vscode.window.showTextDocument(document);
    const at = new vscode.Position(line, 0);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', document.uri, new vscode.Range(at, at), vscode.CodeActionKind.RefactorRewrite.value);
    return actions.filter((action) => action.title.startsWith('Whittle: Rewrite '));
  };
  const python = 'import os\n\n\nclass Store:\n    @staticmethod\n    def save(x):\n        return x\n\n\nLIMIT = 3\n';

  it('is offered inside a function, by its name', async () => {
    const [action] = await offered('store.py', python, 6);
    assert.equal(action?.title, 'Whittle: Rewrite Store.save');
  });

  it('is offered on its decorator', async () => {
    assert.equal((await offered('deco.py', python, 4)).length, 1);
  });

  it('is not offered outside of functions, or where the language is unknown', async () => {
    assert.deepEqual(await offered('outside.py', python, 9), []);
    assert.deepEqual(await offered('notes.xyz', 'def f():\n    pass\n', 1), []);
  });

  it('follows what was typed and not saved', async () => {
    await project.write('typed.ts', 'const a = 1;\n');
    const editor = await vscode.window.showTextDocument(project.file('typed.ts'));
    await editor.edit((edit) => { edit.insert(new vscode.Position(1, 0), 'function fresh() {\n  return a;\n}\n'); });
    await eventually('the new function to be offered', async () => {
      const at = new vscode.Position(2, 2);
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', editor.document.uri, new vscode.Range(at, at));
      return actions.some((action) => action.title === 'Whittle: Rewrite fresh');
    });
  });
});
