/** Makes the browser as slow as a busy machine would, so that a test which only works by luck is found before it costs anything. */
import type { BrowserContext, Page } from 'playwright-core';

/** WHITTLE_UI_SLOWDOWN=4 lets the page's own code take four times as long. */
export async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const rate = Number(process.env['WHITTLE_UI_SLOWDOWN'] ?? 1);
  if (!(rate > 1)) return;
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
