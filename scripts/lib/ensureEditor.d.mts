/** Types of ensureEditor.mjs for the tests written in TypeScript. */
export function ensureEditor(): Promise<string>;
