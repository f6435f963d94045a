import assert from 'node:assert/strict';
import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRoom } from '../../../../src/engine/room/createRoom';
import { joinRoots } from '../../../../src/engine/room/joinRoots';
import { openWorkspace } from '../../../../src/engine/room/openWorkspace';
import { createFiles } from '../../../../src/node/files';
import { findRipgrep } from '../../../../src/node/ripgrep';
import { ripgrep } from '../../../../bench/codeSources';

const root = path.resolve(import.meta.dirname, '../../../..');

const tree: Readonly<Record<string, string | Uint8Array>> = {
  'a.py': 'def wanted(): pass\n', 'b.py': 'other = 1\n', 'c/d/e.py': 'x = unwanted\n', 'c/wide.txt': new Uint8Array(Buffer.from('\ufeffwanted', 'utf16le')),
  'c/latin.py': new Uint8Array([...Buffer.from('# wanted '), 0xe9, 10]), 'binary.dat': new Uint8Array([0, 1, ...Buffer.from('wanted'), 0]),
  '.gitignore': 'out/\n*.log\n', 'out/gen.py': 'wanted\n', 'x.log': 'wanted\n', 'c/.gitignore': '!kept.log\nlocal.py\n', 'c/kept.log': 'wanted\n', 'c/local.py': 'wanted\n',
  '.ignore': 'a.py\n', '.git/info/exclude': 'private.py\n', '.git/config': 'wanted\n', 'private.py': 'wanted\n', '.env': 'wanted=1\n', '.hidden/h.py': 'wanted\n',
  'node_modules/m/index.js': 'wanted\n', '__pycache__/a.pyc': 'wanted\n', "odd 'name.py": 'wanted\n',
};
const holders = ['.hidden/h.py', 'a.py', 'binary.dat', 'c/d/e.py', 'c/kept.log', 'c/latin.py', 'c/wide.txt', "odd 'name.py"];

describe('the files that hold a word', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'whittle-holding-'));
    for (const [name, contents] of Object.entries(tree)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), contents);
    }
    await writeFile(path.join(folder, '..', `${path.basename(folder)}.py`), 'wanted\n');
    await symlink(path.join(folder, '..', `${path.basename(folder)}.py`), path.join(folder, 'linked.py'));
    await link(path.join(folder, '..', `${path.basename(folder)}.py`), path.join(folder, 'hard.py'));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await rm(`${folder}.py`, { force: true });
  });

  const found = async (program: () => Promise<string | undefined>, word = 'wanted'): Promise<string[]> =>
    (await (await openWorkspace({ files: createFiles(process.platform, program), workspace: folder })).holding(word)).map((file) => file.path);

  it('are those a walk gives, read one by one', async () => {
    assert.deepEqual(await found(() => Promise.resolve(undefined)), holders);
  });

  it('are the same where .gitignore is a link, which git does not follow', async function () {
    const program = ripgrep(root) ?? (await findRipgrep());
    if (program === undefined) return this.skip();
    const [project, rooms] = [path.join(folder, 'c/linked'), path.join(folder, '..', `${path.basename(folder)}-rooms`)];
    for (const [name, text] of Object.entries({ 'a.py': 'wanted\n', 'sub/b.py': 'wanted\n', 'top/c.py': 'wanted\n' })) {
      await mkdir(path.dirname(path.join(project, name)), { recursive: true });
      await writeFile(path.join(project, name), text);
    }
    await writeFile(path.join(folder, 'c/rules'), '*.py\n');
    try {
      for (const place of ['sub', 'top']) {
        await symlink('../../rules', path.join(project, place, '.gitignore'));
        const files = createFiles(process.platform, () => Promise.resolve(program));
        const room = await createRoom({ files, roomsFolder: rooms, workspace: project, id: place, signal: new AbortController().signal });
        assert.deepEqual((await room.holding('wanted')).map((file) => file.path), ['a.py', 'sub/b.py', 'top/c.py']);
        await rm(path.join(project, place, '.gitignore'));
      }
      await symlink('../rules', path.join(project, '.gitignore'));
      const workspace = await openWorkspace({ files: createFiles(process.platform, () => Promise.resolve(program)), workspace: project });
      assert.deepEqual((await workspace.holding('wanted')).map((file) => file.path), ['a.py', 'sub/b.py', 'top/c.py']);
    } finally {
      for (const place of [project, rooms, path.join(folder, 'c/rules')]) await rm(place, { recursive: true, force: true });
    }
  });

  it('are the same by ripgrep', async function () {
    const program = ripgrep(root) ?? (await findRipgrep());
    if (program === undefined) return this.skip();
    assert.deepEqual(await found(() => Promise.resolve(program)), holders);
    assert.deepEqual(await found(() => Promise.resolve(program), 'nowhere'), []);
  });

  it('are found without a ripgrep that works, and of a name beyond ASCII none is left out', async () => {
    assert.deepEqual(await found(() => Promise.resolve(path.join(folder, 'a.py'))), holders);
    assert.ok((await found(() => Promise.resolve(undefined), 'é')).includes('b.py'));
  });

  it('are those of all folders, where a workspace has several', async () => {
    const two = [{ name: 'one', folder: path.join(folder, 'c') }, { name: 'two', folder: path.join(folder, '.hidden') }];
    for (const program of [undefined, ripgrep(root)]) {
      const files = joinRoots(createFiles(process.platform, () => Promise.resolve(program)), () => ({ workspace: path.join(folder, 'none'), roots: two }));
      const room = await openWorkspace({ files, workspace: path.join(folder, 'none') });
      assert.deepEqual((await room.holding('wanted')).map((file) => file.path), ['one/d/e.py', 'one/kept.log', 'one/latin.py', 'one/wide.txt', 'two/h.py']);
    }
  });

  it('a ripgrep is taken from absolute folders alone', async () => {
    assert.equal(await findRipgrep(undefined, { PATH: `.${path.delimiter}bin` }), undefined);
  });
});
