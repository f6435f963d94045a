/** Types of browser.mjs for the tests written in TypeScript. */
import type { Browser } from 'playwright-core';
export function launchBrowser(): Promise<Browser>;
