/** Lines that begin with what a person allowed and run or write something else all the same: each of them is asked for. */
import { type CommandRules, parseLine } from '../../../../src/engine/room/commandPolicy';
import { judgedLine } from '../../../support/judgedLine';

const rules: CommandRules = {
  shell: 'bash', platform: 'linux', folder: '/rooms/r/ws', changedScripts: [], deny: [],
  allow: [
    'sed', 'awk', 'find', 'rg', 'git', 'sort', 'uniq', 'tree', 'tar', 'fd', 'split', 'printf', 'test', '[', 'read', 'unset', 'ls', 'export', 'set', 'history', 'jobs', 'compgen', 'let', 'declare',
    'go test', 'go vet', 'cargo test', 'make', 'gradle', 'mvn', 'gcc', 'bat', 'npm', 'npx', 'npx tsc', 'uv run', 'uv run pytest', 'yarn', 'bundle', 'hyperfine', 'dc', 'sqlite3', 'node', 'python3', 'perl', 'bash', 'cmake', 'scp', 'rsync', 'curl', 'gіt',
  ],
};
const check = judgedLine(rules, parseLine);

describe('a line that is more than its beginning', () => {
  describe('by a text that is a program', () => {
    for (const line of ["sed 'w out' a", "sed -n '1e id' a", 'sed -i s/a/b/ x', "sed 's/a/id/e' x", "sed 's/a/b/w f' x", "sed --expression='1e id' a"]) check(line, /sed may write files or run commands/);
    for (const line of ["awk 'BEGIN{system(\"id\")}'", "awk '{print > \"x\"}' f", "awk '{\"id\" | getline}' f", 'awk -f x.awk f']) check(line, /awk may write files or run commands/);
    for (const line of ["sed -n '1,20p' a.py", "sed 's/a/b/g; s/c/d/' a.py", "awk '{print $1}' a.txt", "awk -F: 'NR<3{print $2}' a.txt"]) check(line, 'auto');
    for (const line of ["dc -e '!id'", "sqlite3 db '.shell id'", 'node -pe 1', 'node --eval=1', 'node --require ./x y.js', 'node --import data:text/javascript,1 x.js', 'python3 -Ic 1', 'python3 -c1', 'perl -le1', 'bash --rcfile x -i']) check(line, /runs text it is given/);
    for (const line of ['python3 -Wignore a.py', 'python3 -m pytest -rs', 'node a.js', 'node --test']) check(line, 'auto');
  });

  describe('by an option, written out, shortened or in a bundle', () => {
    for (const line of [
      'git diff --outp=x', 'git diff --ext-d', 'git log --textc', 'git --git-dir=sub status', 'git submodule foreach id', 'git bisect run id', 'git rebase -x id HEAD', "git config --global alias.x '!id'", 'git grep -Oid x',
      'sort -uo f a', 'sort --outp=f a', 'sort --compress-prog=./x a', 'uniq a b', 'tree -ao f', 'tar -xIsh f', 'tar xIf sh f', 'tar --to-com=id -xf a', 'fd -Hx id', 'split --filter=id a', 'go test --exec ./x', 'go vet -vettool=./x',
      "cargo test --config 'build.rustc-wrapper=\"./x\"'", 'make SHELL=./x', 'make -j4 CC=./x', 'make -f evil.mk', 'gradle -I x.gradle test', 'mvn exec:exec -Dexec.executable=id', 'gcc -fplugin=./x.so a.c', 'bat --pager=id a',
      'npm test --script-sh=./x', 'npm test --userconfig=x', 'npm --node-opt=x test', 'npm explore x', 'cmake -P x.cmake', 'scp -S ./x a b:', 'rsync -ae ./x a b:', 'curl -K x',
    ]) check(line, /may start another program or write a file|runs a/);
    for (const line of ['git log --oneline -5', 'git diff --stat HEAD', 'git config --get user.name', 'sort -rn a', 'uniq -c a', 'tar -tf a.tar', 'make -j4 test', 'go test ./...', 'cargo test --all', 'npm test', 'find . -name x.py', 'rg -n x src']) check(line, 'auto');
  });

  describe('by names that the shell puts in', () => {
    for (const line of ['rg x *', 'find *', 'sort *', 'git log *']) check(line, /may be read as options/);
    for (const line of ['rg x -- *', 'rg x src/*.py', 'find . -name *.py', 'ls *']) check(line, 'auto');
    for (const line of ['find . {"x y",-delete}', "rg {'x y',--pre,./x}", 'ls {-1..3}', 'ls {\\ ,x}']) check(line, /braces in it stand for several words/);
    for (const line of ['find . -name {}', 'git show stash@{0}', 'git log HEAD@{1}']) check(line, 'auto');
  });

  describe('by what the shell works out or remembers', () => {
    for (const line of ["printf -v 'a[$(id)]' x", "test -v 'a[$(id)]'", "[ -v 'a[`id`]' ]", "read 'a[$(id)]'", "unset 'a[$(id)]'"]) check(line, /works out a name/);
    for (const line of ["let 'x=a[$(id)]'", "declare 'a[$(id)]=1'", "compgen -W '$(id)'", 'jobs -x id', 'export PATH=./bin; ls', 'set -o posix; ls', 'history -w f']) check(line, /may change what other commands mean/);
    for (const line of ['test -f a.py', "printf '%s' x"]) check(line, 'auto');
  });

  describe('by a program that hands the rest on', () => {
    for (const line of ['npx id', 'npx --yes id', 'npm exec id', 'uv run id', 'yarn exec id', 'bundle exec id']) check(line, /^$/);
    for (const line of ['npx tsc --noEmit', 'uv run pytest -q']) check(line, 'auto');
    check('hyperfine id', /starts another command/);
  });

  check('gіt status', /letters that may look like others/);
});
