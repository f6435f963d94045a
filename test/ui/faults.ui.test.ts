/** A server that breaks in its own ways: each has a name, a next move, and the chat goes on. */
import { soon } from '../support/soon';
import { startStandIn } from '../support/standIn';
import { openWhittle, type Whittle } from '../support/whittle';

describe('a model server that', () => {
  let whittle: Whittle;

  before(async () => {
    whittle = await openWhittle({
      settings: { 'whittle.idleTimeout': 8 },
      sessions: [{ match: '^Create note', turns: [
        { calls: [{ name: 'write_file', arguments: { path: 'note.txt', content: 'a note\n' } }] },
        { text: 'Now I would explain at length what I did and why, if only I could. '.repeat(8), fail: 'die' },
      ] }],
    });
  });
  after(() => whittle.close());
  afterEach(async () => {
    whittle.standIn.control({ fail: null });
    const { window } = whittle;
    await whittle.ask('hello');
    const turn = await whittle.done();
    await soon.match(() => turn.innerText(), /stand-in/i, 'the chat still works');
    await window.until('the page to stand', async () => (await (await whittle.chat()).locator('.outcome.failed').count()) > 0);
  });

  for (const { fail, cause } of [
    { fail: '500', cause: /500[\s\S]*out of memory/ },
    { fail: 'html', cause: /HTML|web page/i },
    { fail: 'die', cause: /broke|closed|lost|died|ended/i },
    { fail: 'hang', cause: /answer|silent|sent nothing|time/i },
  ] as const) {
    it(`${{ 500: 'answers 500', html: 'answers with a web page', die: 'dies while it writes', hang: 'hangs' }[fail]} is named, with the next move`, async () => {
      whittle.standIn.control({ fail });
      await whittle.ask('Where is the title of a page put together?');
      const card = (await whittle.done()).locator('.outcome.failed');
      await card.waitFor();
      await soon.match(() => card.locator('strong').innerText(), cause);
      await soon.ok(async () => (await card.locator('.next').innerText()).length > 10, 'a next move');
      await soon.ok(async () => (await card.getByRole('button').count()) >= 2, 'two buttons at least');
      await whittle.window.screenshot(`fault-${fail}`);
    });
  }

  it('dies after an edit loses nothing: the room waits for review', async () => {
    const chat = await whittle.chat();
    await whittle.ask('Create note.txt');
    await (await whittle.done()).locator('.outcome.failed').waitFor();
    await soon.equal(async () => (await whittle.cards()).at(-1), 'write_file ok');
    await soon.match(() => chat.locator('.review:visible').innerText(), /note\.txt/);
    await soon.equal(async () => (await whittle.inRooms('note.txt')).length, 1);
  });
});

describe('no server at all', () => {
  it('is named, with how to start one and a button for it', async () => {
    const whittle = await openWhittle();
    try {
      const chat = await whittle.chat();
      await whittle.ask('hello');
      await whittle.done();
      await whittle.standIn.close();
      await whittle.ask('hello again');
      const card = (await whittle.done()).locator('.outcome.failed');
      await soon.match(() => card.innerText(), /127\.0\.0\.1/);
      await card.getByRole('button', { name: 'How to Start a Server' }).click();
      await whittle.window.quickPickRow('Ollama').waitFor();
      await whittle.window.page.keyboard.press('Escape');
      await soon.equal(() => chat.locator('.turn').count(), 2, 'the conversation is all there');
    } finally {
      await whittle.close();
    }
  });
});

describe('Choose Model where nothing answers', () => {
  it('leads on: it names what was looked at, refuses what is no address, and takes a server elsewhere', async () => {
    const whittle = await openWhittle();
    const other = await startStandIn({ sessions: [] });
    try {
      const { window } = whittle;
      await whittle.standIn.close();
      const title = window.page.locator('.quick-input-widget .quick-input-title');
      await window.choose('Whittle: Choose Model', 'Enter an Address', {
        look: async () => {
          await title.getByText('No model server answers at').waitFor({ timeout: 10_000 });
          for (const known of ['Look Again', 'How to Start a Server', 'Ollama', 'LM Studio']) await window.quickPickRow(known).waitFor({ timeout: 10_000 });
          await window.screenshot('choose-1-nothing');
        },
      });
      await title.getByText('Address of the model server').waitFor();
      const says = window.page.locator('.quick-input-widget .quick-input-message');
      await window.answerInput('ftp://box');
      await soon.match(() => says.innerText(), /Begin with http/);
      await window.answerInput(whittle.standIn.url);
      await soon.match(() => says.innerText(), /Nothing answers at http:[^]*correct the address/);
      await window.screenshot('choose-2-nothing-there');
      await window.answerInput(`${other.url.replace('http://', '')}/`);
      await window.quickPickRow('whittle-stand-in').click();
      // Chosen is what the settings hold, and they are written meanwhile.
      await soon.match(async () => (await window.notifications()).join(), /stand-in answers/);
      await whittle.ask('hello');
      await soon.ok(() => other.requests.some(({ body }) => body.messages.at(-1)?.content?.includes('hello') === true), 'the other one was asked');
    } finally {
      await other.close();
      await whittle.close();
    }
  });
});
