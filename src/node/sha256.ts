/** A text's SHA-256 without a wait: the platform's own takes a thread's round trip for each. */
import { createHash } from 'node:crypto';

/** Of its UTF-8; hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
