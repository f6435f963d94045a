/** VS Code's quick input as a person uses it: the palette, lists, and the box for one line. It closes when something else takes the focus. */
import type { Locator, Page } from 'playwright-core';
import { until } from './until';

export class QuickInput {
  constructor(private readonly page: Page) {}

  /** Runs a command from the palette by its full title, such as `View: Toggle Terminal`. */
  async command(title: string): Promise<void> {
    // The palette doesn't learn of commands while it is open, and extensions arrive after the workbench: open it again.
    await until(`the command "${title}" in the palette`, () => this.open('F1', `>${title}`, this.row(title)), 90_000);
  }

  /** One try at opening the quick input, filling it and taking a row. Whoever takes the focus meanwhile closes it, so callers try again. */
  async open(key: string, text: string, row: Locator): Promise<true> {
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press(key);
    await this.fill(text);
    return this.take(row);
  }

  private async fill(text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input:visible');
    await input.waitFor({ timeout: 5000 });
    await putText(input, text);
  }

  /** Clicks a row of the quick input, or throws quickly where there is none. */
  private async take(row: Locator): Promise<true> {
    await row.waitFor({ timeout: 3000 });
    await row.click({ timeout: 5000, trial: true });
    // A click that was made and answered late must not be taken for none: the caller would do all of it twice.
    await row.click({ timeout: 20_000 });
    return true;
  }

  /**
   * Runs a command that shows a list and takes the row of that label. `filter` is typed first, for a long list; `look`
   * sees the list. A list that another view closed by taking the focus is opened again.
   */
  async choose(title: string, label: string, { filter, look }: { filter?: string; look?: (row: Locator) => Promise<unknown> } = {}): Promise<void> {
    await until(`the row "${label}" of "${title}"`, async () => {
      await this.command(title);
      if (filter !== undefined) {
        // The list comes in the palette's own field.
        await this.page.waitForFunction(() => !(document.querySelector<HTMLInputElement>('.quick-input-widget input.input')?.value.startsWith('>') ?? true), undefined, { timeout: 10_000 });
        await this.fill(filter);
      }
      const row = this.row(label);
      await row.waitFor({ timeout: 10_000 });
      await look?.(row);
      return this.take(row);
    }, 120_000);
  }

  /** The row of an open quick pick whose label is, or begins with, `label`. */
  row(label: string): Locator {
    return this.page.locator(`.quick-input-widget .quick-input-list .monaco-list-row[aria-label^=${JSON.stringify(label)}]`).first();
  }

  /** Types into the open input box and accepts it. */
  async answer(text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input:visible');
    await input.waitFor();
    await input.fill(text);
    await input.press('Enter');
  }
}

/** Puts text into a field without typing: an editor that takes the focus at this moment must not get it. */
async function putText(input: Locator, text: string): Promise<void> {
  await input.evaluate((field, value) => {
    (field as HTMLInputElement).value = value;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, text);
}
