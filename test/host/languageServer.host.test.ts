/** In a real room the tools get the language server's word, and do without where there is none. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Room } from '../../src/engine/room/room';
import { findReferences } from '../../src/engine/tools/findReferences';
import { renameSymbol } from '../../src/engine/tools/renameSymbol';
import type { ToolContext } from '../../src/engine/tools/tool';
import { createFiles } from '../../src/node/files';
import { eventually, Project } from './project';
import { roomContext } from './roomContext';

describe('the editor\'s language servers', () => {
  const disk = createFiles();
  let project: Project;
  let rooms: Project;
  let room: Room;
  let context: ToolContext;

  before(async () => {
    project = await Project.make();
    rooms = await Project.makeOutside();
    await project.write('cart.js', 'export class Cart {\n  total() {\n    return 1;\n  }\n}\n');
    await project.write('use.js', 'import { Cart } from "./cart.js";\n\nconst cart = new Cart();\nconsole.log(cart.total());\n');
    await project.write('other.js', 'export function f(sale) {\n  return sale.total();\n}\n');
    await project.write('a.lua', 'local function shout()\n  return 1\nend\nprint(shout())\n');
    context = await roomContext(project, rooms, disk);
    ({ room } = context);
  });
  after(async () => {
    await project.remove();
    await rooms.remove();
  });

  const references = async (name: string, path: string): Promise<string> => (await findReferences.run({ name, path }, context)).text;

  it('tell where a method is used in another file', async function () {
    if (!vscode.extensions.getExtension('vscode.typescript-language-features')) this.skip();
    // A server that is still starting is not waited for.
    await eventually('the server to be up', async () => (await references('Cart.total', 'cart.js')).includes('by the language server'), 150_000);
    const text = await references('Cart.total', 'cart.js');
    assert.match(text, /^total: 2 places, the declaration among them \(by the language server\)\ncart\.js:2: total\(\) \{\nuse\.js:4: console\.log\(cart\.total\(\)\);/);
  });

  it('rename it there too, in the room alone', async function () {
    if (!vscode.extensions.getExtension('vscode.typescript-language-features')) this.skip();
    const { ok, text } = await renameSymbol.run({ name: 'Cart.total', new_name: 'sum', path: 'cart.js' }, context);
    assert.equal(ok, true, text);
    assert.match(text, /^Renamed total to sum at 2 places in cart\.js, use\.js \(by the language server\)/);
    const used = await room.read('use.js');
    assert.match(used.ok ? new TextDecoder().decode(used.bytes) : '', /cart\.sum\(\)/);
    assert.match(await project.read('use.js'), /cart\.total\(\)/);
  });

  it('are done without where there is none for the language', async () => {
    const begun = Date.now();
    assert.match(await references('shout', 'a.lua'), /2 places.*no language server/);
    assert.ok(Date.now() - begun < 20_000);
  });
});
