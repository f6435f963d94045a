/** What runs unasked, what asks and with which words, what is denied: bash and cmd. */
import assert from 'node:assert/strict';
import { type CommandRules, habitsOfLine, parseLine } from '../../../../src/engine/room/commandPolicy';
import { judgedLine } from '../../../support/judgedLine';

const rules: CommandRules = {
  shell: 'bash', platform: 'linux', folder: '/rooms/r/ws', changedScripts: [],
  allow: ['git status', 'git diff', 'git log', 'ls', 'cat', 'echo', 'grep', 'head', 'find', 'npm test', 'npm run', 'python3 -m pytest', 'make', 'env', 'bash', 'xargs', 'sort', 'rg', 'node'],
  deny: ['rm', 'git push'],
};

const check = judgedLine(rules, parseLine);

describe('judgeCommand', () => {
  check('git status', 'auto');
  check('"git" st\'at\'us --short', 'auto');
  check('git log | head -3; ls src && cat src/a.py', 'auto');
  check('python3 -m pytest -rs tests', 'auto');
  check('grep -rn "a|b" src 2>/dev/null', 'auto');
  check('cat /rooms/r/ws/src/a.py', 'auto');
  check('', /^$/);
  check('   ', /^$/);
  check('git statusx', /^$/);
  check('git  difftool', /difftool may start/);
  check('./ls', /^$/);
  check('/bin/ls', /^$/);
  check('A=1 ls', /sets A/);
  check('ls > out', /writes to the file out/);
  check('env ls', /env starts another command/);
  check('sudo ls', /rights of another user/);
  check('ls | xargs cat', /xargs starts another/);
  check('find . -delete', /-delete may/);
  check('git diff --ext-diff', /--ext-diff may/);
  check('git log --output=x', /--output=x may/);
  check('rg --pre cmd x', /--pre may/);
  check('sort -o a b', /-o may/);
  check('echo x | bash', /bash runs text/);
  check('bash -c ls', /bash runs text/);
  check('node -e "1"', /node runs text/);
  check('bash <<< ls', /bash runs text/);
  check('bash', /bash runs text/);
  check('l? src', /name of the program is a pattern/);
  check('cat .env', /\.env, which may hold keys/);
  check('cat src/../.env', /may hold keys/);
  check('cat .e*', /may hold keys/);
  check('grep -f.env x', /may hold keys/);
  check('git diff HEAD:.env', /may hold keys/);
  check('cat ~/.bashrc', /outside the scratch copy/);
  check('cat ..', /outside the scratch copy/);
  check('cat src/../../x', /outside the scratch copy/);
  check('grep --file=/etc/passwd x', /outside the scratch copy/);
  check('cat < /etc/passwd', /outside the scratch copy/);
  check('cat /home/ann/ws/a.py', /outside the scratch copy/);
  check('cat file$x', /holds a variable/);
  check('npm test', 'auto');
  check('npm test', /test\) was changed/, { changedScripts: ['test'] });
  check('npm t', /test\) was changed/, { changedScripts: ['test'], allow: ['npm t'] });
  check('npm run build', /prebuild\) was changed/, { changedScripts: ['prebuild'] });
  check('npm run other', /test\) was changed/, { changedScripts: ['test'] });
  check('make all', /Makefile\) was changed/, { changedScripts: ['Makefile'] });
  check('rm -rf /', 'deny');
  check('ls && /bin/rm x', 'deny');
  check("ls; r'm' x", 'deny');
  check('echo $(rm x)', 'deny');
  check('echo "`rm x`"', 'deny');
  check('sudo rm x', 'deny');
  check('ls | xargs -n1 rm', 'deny');
  check('find . -exec rm {} +', 'deny');
  check('bash -c "ls; rm x"', 'deny');
  check('bash -c rm', 'deny');
  check('eval rm x', 'deny');
  check('git push origin', 'deny');
  check('git pull', /^$/);
  check('echo rm', 'auto');
  check('ls', /^$/, { allow: [] });
  const cmd = { shell: 'cmd', platform: 'win32', folder: 'C:/rooms/r/ws', allow: ['dir', 'npm test'], deny: ['del'] } as const;
  check('dir src', 'auto', cmd);
  check('DIR "src x"', 'auto', cmd);
  check('dir & echo x', /^$/, cmd);
  check('dir %PATH%', /may hold a variable/, cmd);
  check('dir ^& x', /behind \^/, cmd);
  check('dir & d^el x', 'deny', cmd);
  check('dir & DEL.EXE x', 'deny', cmd);
  check('dir D:\\data', /outside/, cmd);
});

describe('habitsOfLine', () => {
  function habits(line: string, expected: string): void {
    it(`${line} → ${expected}`, () => {
      const found = habitsOfLine(parseLine(line, 'bash'));
      assert.equal([found.interactive ? 'interactive' : '', found.longRunning ? 'long' : '', found.pager ? 'pager' : ''].filter(Boolean).join(' '), expected);
    });
  }
  habits('git rebase -i HEAD~3', 'interactive');
  habits('git rebase main', '');
  habits('git commit', 'interactive');
  habits('git commit -am x', '');
  habits('git -C sub add -p', 'interactive');
  habits('git diff', 'pager');
  habits('git --no-pager diff', '');
  habits('vim a', 'interactive');
  habits('python3', 'interactive');
  habits('python3 a.py', '');
  habits('python3 -c "1"', '');
  habits('echo 1 | python3', '');
  habits('node', 'interactive');
  habits('npm init', 'interactive');
  habits('npm init -y', '');
  habits('npm test', '');
  habits('npm start', 'long');
  habits('npm run dev', 'long');
  habits('npm run build', '');
  habits('npx vite build', '');
  habits('npx vite', 'long');
  habits('tail -f a', 'long');
  habits('tail -40 a', '');
  habits('python3 -m http.server 8000', 'long');
  habits('python manage.py runserver', 'long');
  habits('docker compose up', 'long');
  habits('docker compose up -d', '');
  habits('vitest --watch', 'long');
  habits('poetry run uvicorn a:b', 'long');
  habits('sleep infinity', 'long');
});
