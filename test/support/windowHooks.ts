/** Mocha's root hooks for the window tests: a picture of every window when a test fails, and everything gone at the end. */
import type { Context, RootHookObject } from 'mocha';
import { closeAllWindows, disposeWindows, pictureAllWindows } from './window';

export const mochaHooks: RootHookObject = {
  async afterEach(this: Context) {
    const test = this.currentTest;
    if (test?.state === 'failed') await pictureAllWindows(`failed-${test.fullTitle()}`);
  },
  async afterAll(this: Context) {
    this.timeout(30_000);
    await closeAllWindows();
    await disposeWindows();
  },
};
