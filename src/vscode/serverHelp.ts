/** Helps to start a model server: the line for each kind, typed but not run. */
import * as vscode from 'vscode';

/** How each server is started; the line is put into a terminal, and the person runs it. */
const servers: readonly { readonly label: string; readonly line: string; readonly detail: string }[] = [
  { label: 'Ollama', line: 'ollama run qwen2.5-coder:7b', detail: 'ollama.com' },
  { label: 'llama.cpp', line: 'llama-server -m model.gguf -c 16384 --jinja', detail: 'github.com/ggml-org/llama.cpp' },
  { label: 'LM Studio', line: 'lms server start', detail: 'lmstudio.ai' },
  { label: 'KoboldCPP', line: 'koboldcpp --model model.gguf --contextsize 16384', detail: 'github.com/LostRuins/koboldcpp' },
  { label: 'vLLM', line: 'vllm serve MODEL --enable-auto-tool-choice --tool-call-parser hermes', detail: 'docs.vllm.ai' },
];

/** Lets the person choose a server and types its start line into a terminal without running it. */
export async function showServerHelp(): Promise<void> {
  const chosen = await vscode.window.showQuickPick(servers.map(({ label, line, detail }) => ({ label, description: line, detail, line })), {
    title: vscode.l10n.t('Start a model server'),
    placeHolder: vscode.l10n.t('Choose one: its start line is put into a terminal for you to check and run'),
  });
  if (!chosen) return;
  const terminal = vscode.window.createTerminal({ name: chosen.label });
  terminal.show();
  terminal.sendText(chosen.line, false);
}
