/** Whittle in German, as a person sees it whose editor speaks German. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { literal } from '../../src/shared/literal';
import { closeChatPages, openChatPage } from '../support/chatPage';
import { event, failure, fixMedian, hello, interrupted, model, question } from '../support/chatScene';
import { soon, soonPass } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

describe('the chat page in German', () => {
  after(closeChatPages);

  for (const width of [200, 340]) it(`says nothing in English, and cuts nothing off in ${width} pixels`, async () => {
    const chat = await openChatPage({ language: 'de', width, height: 1500 });
    const { page, send, screenshot } = chat;
    const left = await englishIn();
    await send(hello({ trusted: false }));
    await soon.deepEqual(async () => left(await wordsOf(page)), []);
    await soon.match(() => page.locator('.welcome h2').innerText(), /^Woran sollen wir arbeiten\?$/);
    await screenshot(`page-german-empty-${width}`);
    await send(hello({ trusted: false, model: { ...model, standIn: true } }), ...question(), ...fixMedian(), ...failure(), ...interrupted());
    await page.evaluate(() => { for (const card of document.querySelectorAll('details')) card.open = true; });
    await page.locator('.call[data-tool=run_tests] .body > *').first().waitFor();
    await soon.deepEqual(async () => left(await wordsOf(page)), []);
    await soon.match(() => page.locator('.outcome.done').innerText(), /^Fertig, 1 Datei geändert, Tests bestanden/);
    await soon.deepEqual(() => page.evaluate(() => [...document.querySelectorAll('body, main, .turn, .review, .composer, .status, .banner, .card, .buttons')]
      .filter(node => node.scrollWidth > node.clientWidth + 1).map(node => node.className)), []);
    await screenshot(`page-german-${width}`);
    await send({ kind: 'cleared' }, { kind: 'asked', id: 'e', text: 'x' }, ...event('e', { kind: 'prefill', promptTokens: 3120 }));
    await soon.match(() => page.locator('.activity').innerText(), /^Prompt wird gelesen \(3,1k Token\)…$/);
    await soon.equal(() => page.locator('html').getAttribute('lang'), 'de');
    assert.deepEqual(chat.problems(), []);
    await chat.close();
  });
});

describe('the window in German', () => {
  let whittle: Whittle;

  before(async () => { whittle = await openWhittle({ language: 'de' }); });
  after(() => whittle.close());

  it('asks in German before a command runs, beside a German plan', async () => {
    const { window } = whittle;
    await whittle.ask('Fix the median function in src/stats.js, then run the tests');
    const dialog = await window.dialog();
    await window.screenshot('german-1-modal');
    assert.match(dialog.text, /Diesen Befehl ausführen\?/);
    assert.match(dialog.text, /^Ordner: Arbeitskopie von project-\w+$/m);
    assert.ok(dialog.buttons.includes('Ausführen') && dialog.buttons.includes('Diesen Befehl immer erlauben'), dialog.buttons.join());
    await soonPass(() => window.treeRows('Plan'), rows => {
      assert.match(rows[0] ?? '', /Schritt 1, erledigt/);
      assert.match(rows[1] ?? '', /Schritt 2, läuft/);
    });
    await dialog.press('Ausführen');
  });

  it('says in German how it ended, and what waits', async () => {
    const { window } = whittle;
    await whittle.done();
    const chat = await whittle.chat();
    await soon.match(() => chat.locator('.outcome').innerText(), /^Fertig, 1 Datei geändert, Tests bestanden/);
    await soon.match(() => chat.locator('.review').innerText(), /1 Datei zu überprüfen[^]*Überprüfen\s+Übernehmen\s+Verwerfen/);
    await window.unfold('Änderungen');
    await window.screenshot('german-2-done');
    await whittle.press('Übernehmen');
    await soon.match(() => chat.locator('.reviewed').innerText(), /^In 1 Datei übernommen\./);
    const left = await englishIn();
    const page = await chat.locator('html').getAttribute('lang'); // eslint-disable-line no-restricted-syntax -- it never changes
    assert.equal(page, 'de');
    await soon.deepEqual(async () => left(await wordsOf(chat)), []);
  });

  it('has German commands, views and settings', async () => {
    const { window } = whittle;
    await window.unfold('Momentaufnahmen');
    await soonPass(() => window.treeRows('Momentaufnahmen'), rows => assert.match(rows[0] ?? '', /\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d\s+·\s+1 Datei/));
    await window.command('Whittle: Modellprofil anzeigen');
    await window.quickPickRow('Aufrufform').waitFor();
    await window.screenshot('german-3-profile');
  });
});

/** Every text that is on show in the page, those for readers and tooltips too; not what the model wrote as arguments and steps. */
async function wordsOf(page: Pick<Page, 'evaluate'>): Promise<readonly string[]> {
  return page.evaluate(() => [...document.querySelectorAll('body, body *:not(script, dt, dd, dd *, .plan .text)')].filter(node => node.checkVisibility()).flatMap(node => [
    ...[...node.childNodes].flatMap(child => (child.nodeType === Node.TEXT_NODE ? [child.textContent ?? ''] : [])),
    ...['aria-label', 'title', 'placeholder'].map(name => node.getAttribute(name) ?? ''),
  ]).map(text => text.trim()).filter(text => text !== ''));
}

/** Which of some texts are English sentences that the bundle knows in German. */
async function englishIn(): Promise<(texts: readonly string[]) => readonly string[]> {
  const bundle = JSON.parse(await readFile('l10n/bundle.l10n.de.json', 'utf8')) as Record<string, string>;
  const patterns = Object.entries(bundle).filter(([english, german]) => english !== german && english.replace(/\{\d\}/g, '').trim().length > 3)
    .map(([english]) => new RegExp(`^${literal(english.trim()).replace(/\\\{\d\\\}/g, '.+')}\\.?$`, 's'));
  return texts => texts.filter(text => patterns.some(pattern => pattern.test(text)));
}
