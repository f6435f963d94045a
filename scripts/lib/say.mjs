/** What a script tells the person at the terminal: one plain line when a step starts, one when it took long. */

/** Prints one line. */
export function say(text = '') {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a step, announcing it first, and afterwards how long it took.
 * While it lasts, a line every 10 s shows that it is alive. Errors pass through.
 */
export async function during(label, work) {
  say(`▸ ${label} …`);
  const begun = Date.now();
  const seconds = () => ((Date.now() - begun) / 1000).toFixed(1);
  const alive = setInterval(() => say(`  … still ${label[0].toLowerCase()}${label.slice(1)}, ${Math.round(seconds())} s`), 10_000);
  alive.unref();
  try {
    const result = await work();
    say(`  done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(alive);
  }
}

/** An error whose message is meant for the person: printed without a stack trace. */
export class Plain extends Error {}

/** The one `catch` of every script: says what went wrong and sets the exit code. */
export function fail(error) {
  say();
  say(error instanceof Plain ? `✗ ${error.message}` : `✗ ${error?.stack ?? error}`);
  process.exitCode = 1;
}
