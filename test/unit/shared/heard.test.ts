/** What the engine really says is known to the table that puts it into other languages. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { alarmOf } from '../../../src/shared/alarms';
import { faultWords, outcomeOfFault } from '../../../src/engine/errors';
import { failedAnswer, HOW_TO_START, noAnswer, notJson, windowAdvice } from '../../../src/engine/models/diagnose';
import { judgeCommand, parseLine } from '../../../src/engine/room/commandPolicy';
import { corrections } from '../../../src/engine/prompt/corrections';
import { failures } from '../../../src/engine/route/failures';
import { heard } from '../../../src/shared/heard';
import { english, type Translate } from '../../../src/shared/words';
import { wordsIn } from '../../support/languageFiles';

const german = JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8')) as Record<string, string>;
const inGerman: Translate = (text, ...values) => english(german[text] ?? text, ...values);
const asked = { url: 'http://127.0.0.1:8080/v1', model: 'm' };

/** As the engine made them. */
const alarm = (path: string, after: string, mode?: number): string => alarmOf({ path, before: null, after: new TextEncoder().encode(after), ...(mode !== undefined && { mode }) }) ?? '';
const answers = ([[500, 'boom'], [500, ''], [404, 'gone'], [429, 'slow down'], [401, 'key'], [400, 'prompt is too long'], [503, 'loading model'], [404, 'model x not found'], [400, 'does not support tools'],
  [400, 'roles must alternate'], [418, 'tea'], [200, '<html>']] as const).map(([status, body]) => failedAnswer(status, body, asked));
const none = [new Error('connect ECONNREFUSED'), new Error('socket hang up'), new Error('HeadersTimeout')].map((error) => noAnswer(error, asked, new AbortController().signal));
const ends = [failures.roundsUsedUp(25), failures.malformed('x'), failures.stoppedWorking(), failures.emptyAnswers(true), failures.emptyAnswers(false), failures.cutOff(), failures.looping(), outcomeOfFault(new Error('EACCES'), () => undefined)];
const texts: readonly string[] = [
  HOW_TO_START, windowAdvice(9000), windowAdvice(1e6), corrections.untrustedNotice, ...failures.windowTooSmall(9000, 8192),
  ...[...answers, notJson('{}', asked), ...none].flatMap((fault) => ('next' in fault ? [fault.message, fault.next] : [])),
  ...ends.flatMap((end) => (end.kind === 'failed' ? [end.cause, end.next] : [])),
  alarm('.vscode/tasks.json', ''), alarm('.envrc', ''), alarm('.husky/pre-commit', ''), alarm('.github/workflows/a.yml', ''), alarm('.npmrc', ''), alarm('.mcp.json', ''), alarm('AGENTS.md', ''),
  alarm('package.json', '{"scripts":{"postinstall":"x"}}'), alarm('run.sh', '', 0o755),
  ...['A=1 ls', 'ls > out.txt', 'sudo ls', 'env ls', 'python3 -c x', 'tar --to-command=x -xf a.tar'].flatMap((line) => judgeCommand(parseLine(line, 'bash'), { shell: 'bash', platform: 'linux', allow: [], deny: [], folder: '/room', changedScripts: [] }).risks),
];

describe('what the engine says to a person', () => {
  it('was asked for where the engine says it', () => assert.ok(texts.length > 60 && texts.every((text) => text !== ''), String(texts.length)));

  for (const text of new Set(texts)) it(`is known: ${text.slice(0, 70)}`, () => {
    assert.equal(heard(text, english), text, 'in English it stays as it is');
    assert.notEqual(heard(text, inGerman), text);
  });

  it('is still said so: no row is left of a sentence that was reworded', () => {
    const sources = [...readdirSync('src/engine', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).map((name) => `src/engine/${name}`), 'src/shared/alarms.ts', 'src/vscode/chat/writtenConversation.ts']
      .map((file) => readFileSync(file, 'utf8').replaceAll('\\\'', '\'')).join('\n');
    const rows = [...wordsIn(new Map([['heard.ts', readFileSync('src/shared/heard.ts', 'utf8')]])).texts];
    assert.ok(rows.length > 80);
    // Where the engine puts a sentence together, its parts are looked for.
    const parts = (row: string): readonly string[] => row.split(/\{\d\}|, so | by edit | since\. | \(/).map((part) => part.replace(/^ sent |^ |: $/g, '')).filter((part) => part.length >= 12);
    assert.deepEqual(rows.flatMap(parts).filter((part) => !sources.includes(part)), []);
  });

  it('is whole where one sentence holds another', () => {
    assert.equal(heard('The server is busy. http://a answered HTTP 429: slow', inGerman), 'Der Server ist ausgelastet. http://a hat mit HTTP 429 geantwortet: slow');
    const failed = failures.looping();
    assert.match(heard(`${failed.kind === 'failed' ? failed.cause : ''} The tests fail after its last edit (2 failed), so what it had changed in a.js was taken back.`, inGerman),
      /^Das Modell hat sich im Kreis gedreht: .* \(2 fehlgeschlagen\), deshalb .* in a\.js geändert hatte\.$/);
    assert.match(heard(`${faultWords(new Error('No model server answers at http://a'))} Trying again (1 of 2).`, inGerman), /^Unter http:\/\/a antwortet kein Modellserver\. Neuer Versuch \(1 von 2\)\.$/);
  });

  it('leaves names as they are, whatever they say, and words it does not know', () => {
    assert.equal(heard('it writes to the file It is made executable.', inGerman), 'er schreibt in die Datei It is made executable.');
    assert.equal(heard('Something else.', inGerman), 'Something else.');
    assert.equal(heard('', inGerman), '');
  });
});
