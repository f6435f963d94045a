/** PowerShell lines by their tree: what runs unasked where the settings allow it, and every way to hide something in one. */
import assert from 'node:assert/strict';
import { type CommandRules, judgeCommand, parseLine, readLine } from '../../../../src/engine/room/commandPolicy';
import { judgedLine } from '../../../support/judgedLine';
import { codeReader } from '../../../support/memoryContext';

const rules: CommandRules = {
  shell: 'powershell', platform: 'win32', folder: 'C:/rooms/r/ws', changedScripts: [],
  allow: ['Get-ChildItem', 'Get-Content', 'Select-String', 'Where-Object', 'Sort-Object', 'Select-Object', 'Measure-Object', 'ForEach-Object', 'Write-Output', 'Invoke-Expression', 'Start-Process', 'Set-Content', 'git', 'npm test', 'powershell', 'node'],
  deny: ['Remove-Item', 'git push'],
};

const check = judgedLine(rules, async (line, shell) => readLine(line, shell, await codeReader()));

describe('PowerShell lines that are plain', () => {
  check('Get-ChildItem', 'auto');
  check('get-childitem -Path src -Recurse', 'auto');
  check("gci src | Select-String 'foo bar' -Context 2", 'auto');
  check('ls src | ? Length -gt 5 | sort Length | select -First 3', 'auto');
  check("Get-Content 'it''s.txt' -TotalCount 20", 'auto');
  check('Get-Content src\\a.ts | Measure-Object -Line', 'auto');
  check('Get-ChildItem -Path:src', 'auto');
  check('Get-ChildItem *.ts', 'auto');
  check('git status; npm test && git log -n 5', 'auto');
  check('git log "two words" 2>&1', 'auto');
  check('Get-Content "a b.txt"', 'auto');
  check("Get-Content 'C:\\rooms\\r\\ws\\a.ts'", 'auto');
  check('git status\ngit diff', 'auto');
});

describe('PowerShell lines that hide something', () => {
  check('git status; calc', /^$/);
  check('git status && calc', /^$/);
  check('git status\ncalc', /^$/);
  check('git status | calc', /^$/);
  check('gci | % { calc }', /script block/);
  check('gci | ForEach-Object Delete', /not known as a command that only reads/);
  check('gci | ? { calc }', /script block/);
  check('Get-Content "$(calc)"', /runs a command inside/);
  check('Get-Content $(calc)', /runs a command inside/);
  check('Get-Content (calc)', /parentheses/);
  check('Get-Content @(calc)', /stands in @\( \)/);
  check('Get-Content @args', /variable/);
  check('Get-Content $env:USERPROFILE', /variable/);
  check('Get-Content env:TOKEN', /something else than a file/);
  check('gci env:', /something else than a file/);
  check('gci HKCU:\\Software', /something else than a file/);
  check('Get-Content Microsoft.PowerShell.Core\\FileSystem::C:\\x', /something else than a file/);
  check('& git status', /what & or \. is given/);
  check("& 'calc' x", /what & or \. is given/);
  check('. .\\a.ps1', /what & or \. is given/);
  check('.\\a.ps1', /^$/);
  check('Invoke-Expression calc', /not known as/);
  check('iex calc', /not known as/);
  check("'calc' | iex", /more than plain commands/);
  check('Start-Process calc', /not known as/);
  check('start calc', /not known as|starts another/);
  check('Set-Content a.txt x', /not known as/);
  check('powershell -EncodedCommand ZABpAHIA', /runs text/);
  check('powershell -enco ZABpAHIA', /runs text/);
  check('powershell calc', /runs text/);
  check('node -e 1', /runs text/);
  check('$x = 1', /variable/);
  check('[IO.File]::Delete(1)', /./);
  check("'a'.ToString()", /./);
  check('git log > out.txt', /writes to the file out\.txt/);
  check('git log>out.txt', /./);
  check('git log 2>out.txt', /./);
  check('git log a>b', /worked out/);
  check('git --% log & calc', /./);
  check('git log `\ncalc', /backtick/);
  check('g`it status', /backtick/);
  check('git log –p', /look like others/);
  check('git log ‘x; calc’', /look like others/);
  check('git log "a” ; calc; “b"', /look like others/);
  check('git\u00a0status', /look like others/);
  check('git status\u2028calc', /look like others/);
  check('git status &', /./);
  check('git status # note', /comment/);
  check('git <# x #> status', /./);
  check('Get-Content a -OutVariable x', /may do more than read/);
  check('Get-Content a -Wait', /may do more than read/);
  check('gci -OutV x', /may do more than read/);
  check('gci -Recurse | gc', /every file that is listed/);
  check('Get-Content *', /file that holds keys/);
  check('Get-Content *env', /file that holds keys/);
  check('Get-Content [.]env', /./);
  check('Get-Content .env', /may hold keys/);
  check('Select-String -Pattern KEY -Path .e*', /keys/);
  check('Get-Content ..\\..\\x', /outside/);
  check('Get-Content D:\\x', /outside/);
  check('Get-Content D:x', /outside/);
  check('gci D:', /outside/);
  check('Get-Content \\\\host\\share\\x', /outside/);
  check('Get-Content ~\\x', /outside/);
  check("git log 'x&calc'", /something else than one argument/);
  check("git log 'a\" --output=x \"'", /something else than one argument/);
  check("git log 'a b\\' x", /something else than one argument/);
  check('if (1) { git status }', /./);
  check('foreach ($a in 1) { git status }', /./);
  check('function git { calc }; git status', /defines a function/);
  check('exit', /./);
  check("git 'status", /understood/);
  check('git status }', /understood/);
  check('git -c x=y status', /./);
  check('Get-ChildItem', /^$/, { allow: [] });
  check('ls', /^$/, { allow: ['Get-ChildItem'], platform: 'linux' });
});

describe('PowerShell lines that are denied', () => {
  for (const line of [
    'Remove-Item x', 'remove-item x', 'rm x', 'del x', 'ri x', 'rd x', 'Microsoft.PowerShell.Management\\Remove-Item x', 'git status; rm x', 'git status && rm x', 'git status || rm x', 'gci | rm', 'gci | % { rm x }', 'Get-Content $(rm x)',
    'Get-Content "$(rm x)"', 'Get-Content (rm x)', '& rm x', "& 'rm' x", '& "rm" x', '. rm x', 'r`m x', 'if (1) { rm x }', '$a = rm x', 'git status\nrm x', 'powershell -Command Remove-Item x', 'powershell -c "rm x"', 'powershell -Command rm x',
    'git push', 'git PUSH', 'git.exe push', 'function f { rm x }; f', '[void](rm x)', 'try { rm x } catch { }', "'a' | rm", 'rm x &', "rm 'x", 'git status # \nrm x', '@(rm x)', '&{rm x}', 'git log; & { ri x }', 'C:\\tools\\git.exe push',
  ]) check(line, 'deny');
});

describe('PowerShell without its grammar', () => {
  it('asks for every line, and still denies', () => {
    assert.deepEqual(judgeCommand(parseLine('Get-ChildItem', 'powershell'), rules).risks, ['PowerShell could not be read here']);
    assert.equal(judgeCommand(parseLine('gci; rm x', 'powershell'), rules).decision, 'deny');
  });
});
