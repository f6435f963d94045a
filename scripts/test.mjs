/** `npm test`: every check there is, from a fresh clone, with one line of counts at the end. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureChromium } from './lib/ensureChromium.mjs';
import { ensureEditor } from './lib/ensureEditor.mjs';
import { ensureModules } from './lib/ensureModules.mjs';
import { underNode24 } from './lib/ensureNode.mjs';
import { mochaRun } from './lib/mochaRun.mjs';
import { packageVsix } from './lib/packageVsix.mjs';
import { inRoot, root, vsixFile } from './lib/paths.mjs';
import { attempt } from './lib/run.mjs';
import { fail, Plain, say } from './lib/say.mjs';

const help = `npm test [-- --only types,lint,unit,host,ui]

  types   the type checker
  lint    the linter
  unit    unit tests and the architecture test
  host    tests inside VS Code's extension host
  ui      tests of VS Code's window in Chromium, on the packaged extension`;

const parts = {
  types: { title: 'Types', run: () => check('types', ['node_modules/typescript/bin/tsc', '--noEmit']) },
  lint: { title: 'Lint', run: () => check('lint', ['node_modules/eslint/bin/eslint.js', '.']) },
  unit: { title: 'Unit and architecture tests', run: () => mochaRun('unit', ['--config', 'test/.mocharc.json']) },
  host: {
    title: 'Tests inside the extension host',
    needsEditor: true,
    run: async editor => {
      // Loaded here and not above: it needs what ensureModules installs.
      const { runHostSuite } = await import('./lib/hostSuite.mjs');
      return runHostSuite(editor);
    },
  },
  ui: {
    title: 'Tests of the window',
    needsEditor: true,
    run: () => mochaRun('ui', [
      '--no-config', '--node-option', 'import=tsx', '--require', 'test/support/windowHooks.ts', '--timeout', '300000', 'test/ui/**/*.ui.test.ts',
    ], { verbose: true, env: { WHITTLE_VSIX: vsixFile } }),
  },
};

async function main() {
  const { only, help: wantsHelp } = readOptions();
  if (wantsHelp) return say(help);
  const chosen = chooseParts(only);
  if (!(await underNode24(fileURLToPath(import.meta.url)))) return;
  const begun = Date.now();
  await ensureModules();
  const total = { passed: 0, failed: 0, notes: [] };
  const add = ({ passed, failed, notes }) => {
    total.passed += passed;
    total.failed += failed;
    total.notes.push(...notes);
  };
  let editor;
  for (const name of chosen) {
    const part = parts[name];
    say(`\n■ ${part.title}`);
    const started = Date.now();
    try {
      if (part.needsEditor) editor ??= await setUpEditor();
      add(await part.run(editor));
    } catch (error) {
      add({ passed: 0, failed: 1, notes: [`${name}: ${error instanceof Plain ? error.message : (error?.stack ?? error)}`] });
    }
    say(`  ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
  say(`\n${total.notes.map(note => `! ${note}\n`).join('')}${((Date.now() - begun) / 1000).toFixed(0)} s in all`);
  say(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

function readOptions() {
  try {
    return parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values;
  } catch (error) {
    throw new Plain(`${error.message.split('. ')[0]}.\n\n${help}`);
  }
}

function chooseParts(only) {
  if (only === undefined) return Object.keys(parts);
  const wanted = only.split(',').map(each => each.trim());
  const unknown = wanted.find(each => !(each in parts));
  if (unknown !== undefined) throw new Plain(`There is no part "${unknown}".\n\n${help}`);
  return wanted;
}

async function setUpEditor() {
  await ensureChromium();
  const editor = await ensureEditor();
  await packageVsix();
  return editor;
}

/** A tool that counts as one check; what it has to say is shown in full. */
async function check(name, [script, ...args]) {
  const { code } = await attempt(process.execPath, [inRoot(script), ...args], { cwd: root, show: true });
  if (code === 0) say('  ✓ nothing to complain about');
  return code === 0 ? { passed: 1, failed: 0, notes: [] } : { passed: 0, failed: 1, notes: [`${name}: see above`] };
}

main().catch(fail);
