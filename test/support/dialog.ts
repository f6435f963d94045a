/** VS Code's modal dialog: what it says, and the ways to answer it. */
import type { Page } from 'playwright-core';
import { literal } from '../../src/shared/literal';
import { LEAST_READING } from '../../src/vscode/readFirst';

export interface Dialog {
  /** All it says. */
  readonly text: string;
  readonly buttons: readonly string[];
  /** Takes one of its buttons; resolves once it is gone. */
  press(label: string): Promise<void>;
  escape(): Promise<void>;
}

/** Waits for a dialog and reads it. */
export async function openDialog(page: Page): Promise<Dialog> {
  const box = page.locator('.monaco-dialog-box');
  const buttons = box.locator('.dialog-buttons .monaco-button');
  await buttons.first().waitFor();
  const shown = await box.elementHandle();
  const since = await page.evaluate(() => performance.now());
  const gone = async (): Promise<void> => { await page.waitForFunction(element => !element?.isConnected, shown); };
  return {
    text: await box.locator('.dialog-message-row').innerText(),
    buttons: (await buttons.allInnerTexts()).map(each => each.trim()),
    press: async label => {
      // An answer counts from when the question can have been read; the product's clock began before this one.
      await page.waitForFunction(([seen, least]) => performance.now() - seen >= least, [since, LEAST_READING] as const);
      await buttons.filter({ hasText: new RegExp(`^\\s*${literal(label)}\\s*$`) }).click();
      // Another dialog may already stand in its place.
      await gone();
    },
    escape: async () => {
      await buttons.first().press('Escape');
      await gone();
    },
  };
}
