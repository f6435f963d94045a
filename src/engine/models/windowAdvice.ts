/** Which window to advise: a size that servers offer, or none where no usual one would do. */
const STEP = 4096;
const LARGEST = 262_144;

/** The smallest window in steps that holds so many tokens; undefined beyond what local servers can be given. */
export function windowFor(tokens: number): number | undefined {
  const size = Math.ceil(tokens / STEP) * STEP;
  return size > 0 && size <= LARGEST ? size : undefined;
}

/** The person's next move as a sentence. `where`: how each server is told. */
export function windowAdvice(tokens: number, where: string): string {
  const size = windowFor(tokens);
  return size === undefined
    ? 'No usual window holds that much: ask for less at once (a smaller file, fewer pasted lines), or start a new chat.'
    : `Give the server a window of at least ${size} tokens (${where}), or start a new chat.`;
}

/** For servers in general. */
export const WHERE_WINDOWS_ARE_SET = 'Ollama: set whittle.window; llama.cpp: -c; LM Studio: Context Length; KoboldCPP: --contextsize; vLLM: --max-model-len';
