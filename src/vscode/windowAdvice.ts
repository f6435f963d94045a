/** Says how a server gets a larger context window: each has a place of its own, and the wrong one does nothing. */
import * as vscode from 'vscode';
import type { Profile } from '../engine/ports';

/** Below this many tokens a task of several steps hardly fits. */
export const smallWindow = 8_192;
/** What is recommended instead. */
const goodWindow = 16_384;

/** The line to type or the field to set, for the very server that answers. */
export function windowAdvice({ origin, model }: Profile): string {
  switch (origin?.kind) {
    case 'ollama': return vscode.l10n.t('Set "whittle.window" to {0}: Whittle asks Ollama for it with each request.', goodWindow);
    case 'llama.cpp': return vscode.l10n.t('Start it with: {0}', `llama-server -m MODEL.gguf -c ${goodWindow} --jinja`);
    case 'lmstudio': return vscode.l10n.t('Load the model anew with a Context Length of {0}, or: {1}', goodWindow, `lms load ${model} --context-length ${goodWindow}`);
    case 'kobold': return vscode.l10n.t('Start it with: {0}', `koboldcpp --model MODEL.gguf --contextsize ${goodWindow}`);
    case 'vllm': return vscode.l10n.t('Start it with: {0}', `vllm serve ${model} --max-model-len ${goodWindow}`);
    default: return vscode.l10n.t('Give the server a window of {0} tokens, then set "whittle.window" to the same number if it doesn\'t tell by itself.', goodWindow);
  }
}
