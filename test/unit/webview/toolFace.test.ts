import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { toolFace } from '../../../src/webview/toolFace';

const icons = readFileSync('node_modules/@vscode/codicons/dist/codicon.css', 'utf8');
const tools = [
  'list_dir', 'read_file', 'search', 'list_symbols', 'read_symbol', 'update_symbol', 'add_symbol', 'remove_symbol', 'rename_symbol', 'find_references',
  'check_syntax', 'get_diagnostics', 'patch', 'write_file', 'run_command', 'run_tests', 'set_plan', 'complete_step', 'remember', 'recall', 'ask_user',
  'finish', 'fetch_url',
];

describe('the faces of tools', () => {
  for (const tool of tools) {
    it(`${tool} has words and an icon of the icon font`, () => {
      const face = toolFace(tool, {});
      assert.notEqual(face.verb, tool);
      assert.ok(icons.includes(`.codicon-${face.icon}:before`), face.icon);
    });
  }
  it('names the target', () => assert.equal(toolFace('read_symbol', { path: 'a.py', name: 'f' }).target, 'f · a.py'));
  it('shows the first line of a long argument', () => assert.equal(toolFace('run_command', { command: 'a\nb' }).target, 'a'));
  it('shows a tool nobody listed by its own name', () => {
    assert.deepEqual(toolFace('constructor', { deep: {}, what: 'x', more: 'y' }), { icon: 'tools', verb: 'constructor', target: 'x' });
  });
});
