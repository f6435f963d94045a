/** Recognises output that ends in a question to the person at the terminal. */

/** `tail` is raw terminal output; only its last, unfinished line counts. */
export function looksLikeQuestion(tail: string): boolean {
  const plain = tail.replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b\[[0-?]*[ -/]*[@-~]/g, '');
  const last = plain.slice(plain.lastIndexOf('\n') + 1).trim();
  return /(?:[?:>\]]|\(y\/n\)|\[y\/n\]|yes\/no\)?|password|passphrase)\s*$/i.test(last);
}
