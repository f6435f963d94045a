/** Checks what comes out of the page before anything acts on it: a web page is the one part of Whittle that shows foreign text. */
import { z } from 'zod';
import type { FromWebview } from '../../shared/protocol';

/** Far more than anyone types; a page gone wrong doesn't fill the host's memory. */
const text = z.string().max(1_000_000);

const message: z.ZodType<FromWebview> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('ask'), text: text.trim().min(1) }),
  z.strictObject({ kind: z.literal('stop') }),
  z.strictObject({ kind: z.literal('typing') }),
  z.strictObject({ kind: z.literal('focus'), on: z.boolean() }),
  z.strictObject({ kind: z.literal('review'), action: z.enum(['open', 'apply', 'discard', 'showConflicts', 'applyAgain', 'bringBack']) }),
  z.strictObject({ kind: z.literal('open'), path: z.string().min(1).max(4096), line: z.exactOptional(z.int().min(1)) }),
  z.strictObject({ kind: z.literal('fix'), fix: z.enum(['retry', 'choose-model', 'test-connection', 'open-settings', 'show-log', 'start-server-help', 'bring-back', 'continue', 'start-again', 'trust']) }),
  z.strictObject({ kind: z.literal('copy'), text }),
  z.strictObject({ kind: z.literal('trust') }),
]);

/** The message, or undefined where it is none of ours. */
export function readFromWebview(value: unknown): FromWebview | undefined {
  const read = message.safeParse(value);
  return read.success ? read.data : undefined;
}
