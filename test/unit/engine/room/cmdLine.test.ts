/** Lines for cmd.exe: what is certain about quotes, carets, variables, chains and redirections, and what asks or is denied. */
import { type CommandRules, parseLine } from '../../../../src/engine/room/commandPolicy';
import { judgedLine } from '../../../support/judgedLine';

const rules: CommandRules = {
  shell: 'cmd', platform: 'win32', folder: 'C:/rooms/r/ws', changedScripts: [],
  allow: ['dir', 'type', 'findstr', 'git', 'npm test', 'echo', 'cmd', 'powershell', 'call', 'if', 'for'], deny: ['del', 'git push', 'Remove-Item'],
};

const check = judgedLine(rules, parseLine);

describe('cmd lines that are plain', () => {
  check('dir', 'auto');
  check('dir /s /b src', 'auto');
  check('dir src & git status', 'auto');
  check('git status && npm test || git diff', 'auto');
  check('git log "a & b | c"', 'auto');
  check('type src\\a.ts | findstr /i foo', 'auto');
  check('git status 2>&1', 'auto');
  check('git status >nul 2>NUL', 'auto');
  check('dir *.ts', 'auto');
  check('git commit -m "two words"', 'auto');
  check('"git" status', 'auto');
  check("git log 'a", 'auto');
});

describe('cmd lines that hide something', () => {
  check('dir & calc', /^$/);
  check('dir&calc', /^$/);
  check('dir && calc', /^$/);
  check('dir || calc', /^$/);
  check('dir | calc', /^$/);
  check('git log "a" & calc', /^$/);
  check('git log "a\\" & calc "', /quotes/);
  check('git log "a"" & calc', /quotes/);
  check('git log "a', /not closed/);
  check('git log ^& calc', /behind \^/);
  check('git log ^" & calc ^"', /behind \^/);
  check('g^it status', /behind \^/);
  check('git log ^', /behind \^/);
  check('dir %TEMP%', /variable/);
  check('dir "%TEMP%"', /variable/);
  check('%COMSPEC% /c calc', /variable/);
  check('git log %a:~0,1%', /variable/);
  check('dir !X!', /variable/);
  check('(dir)', /groups/);
  check('(dir & calc)', /groups/);
  check('dir\ncalc', /may end it/);
  check('dir\r\ncalc', /may end it/);
  check('dir\u001acalc', /may end it/);
  check('dir\u00a0x', /look like others/);
  check('git log “x” ', /look like others/);
  check('git log > out.txt', /writes to the file out\.txt/);
  check('git log>out.txt', /writes to the file out\.txt/);
  check('git log 2>>"o u t"', /writes to the file o u t/);
  check('>out.txt git log', /writes to the file out\.txt/);
  check('git log > ..\\..\\x', /outside/);
  check('findstr x < D:\\a', /outside/);
  check('git log >', /names no file/);
  check('dir/s', /right after the name/);
  check('cd..', /right after the name/);
  check('echo.x', /right after the name/);
  check('dir,src', /parted by/);
  check(';dir', /parted by/);
  check('@dir', /begins with @/);
  check('& calc', /missing/);
  check('call npm test', /starts another/);
  check('start calc', /starts another/);
  check('if exist a calc', /starts another/);
  check('for /f in x do calc', /starts another/);
  check('cmd /c calc', /runs text/);
  check('cmd /q /c calc', /runs text/);
  check('cmd calc', /runs text/);
  check('powershell calc', /runs text/);
  check('powershell -enc x', /runs text/);
  check(':label calc', /starts another/);
  check('type .env', /may hold keys/);
  check('type *', /file that holds keys/);
  check('type *env', /file that holds keys/);
  check('findstr /f:C:\\x a', /outside/);
  check('type D:\\x', /outside/);
  check('type D:x', /outside/);
  check('dir D:', /outside/);
  check('type \\windows\\x', /outside/);
  check('type \\\\host\\share\\x', /outside/);
  check('type ..\\..\\x', /outside/);
  check('git status', /git\.bat|it runs git/, { changedFiles: ['git.bat'] });
  check('dir & cd sub & git status', /it runs sub\/git\.cmd/, { changedFiles: ['sub/git.cmd'], allow: ['dir', 'cd', 'git'] });
});

describe('cmd lines that are denied', () => {
  for (const line of [
    'del x', 'DEL x', 'dir & del x', 'dir&del x', 'dir && del x', 'dir || del x', 'dir | del x', 'del/s x', 'del,x', 'd^el x', '"del" x', 'd"e"l x', '@del x', '(del x)', 'if exist a del x', 'for %i in (*) do del %i', 'call del x', 'start del x', 'cmd /c del x',
    'cmd /c "del x"', 'cmd /s /c del x', 'dir\ndel x', 'git log "a" & del x', 'git log "a\\" & del x', 'git log ^& del x', '>nul del x', 'del x > nul', 'git push', 'git.exe push', 'GIT PUSH', '"C:\\Program Files\\git.exe" push', 'git status & git push',
    'powershell Remove-Item x', 'powershell -Command rm x', 'powershell -c "Remove-Item x"', 'if 1==1 (del x) else dir', ';del x', '& del x', 'dir %X% & del x', 'call cmd /c del x', 'start "" del x',
  ]) check(line, 'deny');
});
