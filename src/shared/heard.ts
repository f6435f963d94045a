/** What the engine says to a person, known by its sentences: it speaks English, and a window says the same in the person's language. */
import type { Translate } from './words';

type Say = (t: Translate, v: readonly string[]) => string;

/** In the order tried: what may end with a sentence of another row stands before that. */
const said: readonly Say[] = [
  // What stands behind another sentence.
  (t, v) => t('{0} The tests fail after its last edit, so what it had changed in {1} was taken back.', ...v),
  (t, v) => t('{0} The tests fail after its last edit ({1} failed), so what it had changed in {2} was taken back.', ...v),
  (t, v) => t('{0} It left a syntax error ({1}), so what it had changed in {2} was taken back.', ...v),
  (t, v) => t('{0} Trying again ({1} of 2).', ...v),
  // No answer of a model.
  (t) => t('No model server answers on this machine (looked for Ollama, llama.cpp, LM Studio, KoboldCPP, vLLM and Jan on their usual ports).'),
  (t, v) => t('No model server answers at {0}.', ...v),
  (t) => t('Start one: "ollama serve", "llama-server -m model.gguf --jinja", LM Studio (Developer tab, Start Server), "koboldcpp --model model.gguf", "vllm serve MODEL"; or set whittle.endpoint.'),
  (t, v) => t('"{0}" is no address of a server.', ...v),
  (t) => t('Set whittle.endpoint to something like http://127.0.0.1:8080/v1.'),
  (t, v) => t('{0} at {1} is still loading its model.', ...v),
  (t) => t('Wait until the model is loaded, then try again.'),
  (t, v) => t('{0} answers at {1} but has no model.', ...v),
  (t) => t('Pull one: "ollama pull qwen3:8b", then try again.'),
  (t) => t('Load a model in the server, then try again.'),
  (t, v) => t('{0} has no model "{1}". It has: {2}.', ...v),
  (t) => t('Choose one of them, or pull the one you want.'),
  (t, v) => t('The conversation doesn\'t fit the model\'s context window. {0}', ...v),
  (t, v) => t('Give the server a window of at least {0} tokens (Ollama: set whittle.window; llama.cpp: -c; LM Studio: Context Length; KoboldCPP: --contextsize; vLLM: --max-model-len), or start a new chat.', ...v),
  (t) => t('No usual window holds that much: ask for less at once (a smaller file, fewer pasted lines), or start a new chat.'),
  (t, v) => t('The window is too small for this task: the prompt needs about {0} tokens, the window in force is {1}.', ...v),
  (t, v) => t('The server has no model ready yet. {0}', ...v),
  (t) => t('Wait until the model is loaded, or load one in the server, then try again.'),
  (t, v) => t('The server doesn\'t have the model "{0}". {1}', ...v),
  (t) => t('Choose a model it has, or pull this one (Ollama: "ollama pull MODEL").'),
  (t, v) => t('This model or its chat template can\'t take tools. {0}', ...v),
  (t) => t('Set whittle.callStyle to "json" or "fenced", or start llama.cpp with --jinja, vLLM with --enable-auto-tool-choice.'),
  (t, v) => t('The server couldn\'t take what the model wrote earlier. {0}', ...v),
  (t) => t('Try again; if it stays, start a new chat.'),
  (t, v) => t('The server wants a key, or refuses this one. {0}', ...v),
  (t) => t('Check the key of this endpoint.'),
  (t, v) => t('The server is busy. {0}', ...v),
  (t, v) => t('{0} answered HTTP {1} without a word', ...v),
  (t, v) => t('{0} answered HTTP {1}: {2}', ...v),
  (t) => t('Wait a moment and try again.'),
  (t) => t('Check whittle.endpoint: it usually ends with /v1.'),
  (t) => t('Look at the server\'s own log; try again, or restart the server.'),
  (t) => t('Look at the server\'s own log and at whittle.endpoint.'),
  (t, v) => t('{0} sent a web page instead of a model\'s answer: {1}', ...v),
  (t, v) => t('{0} sent something that is no model\'s answer: {1}', ...v),
  (t) => t('Check whittle.endpoint: address, port and the /v1 at its end; a proxy or router may be answering instead.'),
  (t, v) => t('{0} redirects to {1}, and Whittle contacts no address but the one you gave it.', ...v),
  (t) => t('If that is your server, set whittle.endpoint to its own address, with the /v1 at its end; else look what answers on this port.'),
  (t, v) => t('The server at {0} sent nothing for five minutes and the connection was given up.', ...v),
  (t) => t('A smaller prompt or a faster model helps; look whether the server is still busy.'),
  (t, v) => t('The server at {0} closed the connection without an answer.', ...v),
  (t) => t('Look at the server\'s own window or log: it may have crashed. Then try again.'),
  (t, v) => t('The server closed the connection in the middle of its answer ({0}).', ...v),
  (t) => t('Look at the server\'s own window or log: it may have run out of memory. Then try again.'),
  (t) => t('Look whether the server is still busy; a smaller prompt helps a slow machine.'),
  (t, v) => t('{0} ended its answer before it began.', ...v),
  (t) => t('Look at the server\'s own log, then try again.'),
  // A task that failed.
  (t) => t('Bring it back to look at it, or ask again in a smaller step.'),
  (t, v) => t('The task used its {0} rounds without finishing.', ...v),
  (t) => t('Review what it did, say "go on" to give it as many again, or raise the limit in the settings (whittle.maxRounds).'),
  (t, v) => t('The model wrote three replies in a row that are no valid tool call. The last: {0}', ...v),
  (t) => t('Try again, choose a model trained for tool calls, or ask for a smaller step.'),
  (t) => t('The model stopped calling tools before its work was checked.'),
  (t) => t('Review what it did in the changes, or say "go on".'),
  (t) => t('The model only thinks: three replies in a row held reasoning and nothing else.'),
  (t) => t('Lower the thinking budget (whittle.thinkingBudget) or choose another model.'),
  (t) => t('The model sent three empty replies in a row.'),
  (t) => t('The server may use a wrong chat template, or the window is too small. Run Whittle: Test Connection.'),
  (t) => t('Three replies in a row were cut off at the output limit; nothing of them was run.'),
  (t) => t('Ask for a smaller step, or give the model a larger window (whittle.window and the server’s own setting).'),
  (t) => t('The model went in circles: the same calls with the same results, again after a correction.'),
  (t) => t('Say what it should do instead, or choose another model.'),
  (t) => t('This folder is not trusted: Whittle only reads here.'),
  (t) => t('Trust it to let Whittle edit and run commands, then ask again.'),
  (t, v) => t('What the task changed can\'t be told. {0}', ...v),
  (t, v) => t('Your files are untouched. What is left of its work is in {0}; try again, or ask for it without the command that did this.', ...v),
  (t, v) => t('No scratch copy of the project could be made. {0}', ...v),
  (t) => t('Your files are untouched. Set that right and try again; the log has the details.'),
  (t, v) => t('Whittle met an unexpected fault. {0}', ...v),
  (t) => t('Your files are untouched. Try again; the log has the details.'),
  // On the way.
  (t, v) => t('Too large to be copied, so this task works without them: {0}.', ...v),
  (t, v) => t('"{0}" changed installed packages, which the scratch copy only links to, so those of your project are changed: {1}. Discarding the task does not take that back; install them again if it was not meant.', ...v),
  (t) => t('This folder is not trusted, so edits and commands are off; questions are answered. Trust the folder to let Whittle work in it.'),
  (t) => t('What was said before this was too long to be kept.'),
  (t) => t('to run the tests (a yes covers running them again in this task)'),
  (t, v) => t('you said no to `{0}`', ...v),
  // What runs by itself once it is applied.
  (t) => t('An editor may run what it says as soon as it is there.'),
  (t) => t('A shell may run it when somebody enters the folder.'),
  (t) => t('Git may run what it says with the next commit or checkout.'),
  (t) => t('A build server runs it with its own keys once it is pushed.'),
  (t) => t('It decides where packages come from, or what installing and starting things runs.'),
  (t) => t('Another coding agent may run what it says.'),
  (t) => t('Coding agents take what it says for orders.'),
  (t, v) => t('Its script {0} runs with the next installation of packages.', ...v),
  (t) => t('It is made executable.'),
  // What a single edit can't be taken back for.
  (t, v) => t('Edit {0} is not there to be taken back. Choose another one.', ...v),
  (t, v) => t('What edit {0} changed in {1} was changed again by edit {2}. Take that back first.', ...v),
  (t, v) => t('What edit {0} changed in {1} was changed again since. Change it by hand in the review.', ...v),
  (t) => t('The record of the single edits is damaged, so none of them can be taken back on its own. The changes themselves are there: reject parts of them in the review.'),
  (t, v) => t('What was kept of edit {0} is damaged, so it can\'t be taken back on its own. The changes themselves are there: reject that part in the review.', ...v),
  // Why a command is worth a second look.
  (t, v) => t('it sets {0} for the command', ...v),
  (t, v) => t('it writes to the file {0}', ...v),
  (t) => t('it runs with the rights of another user'),
  (t, v) => t('{0} starts another command', ...v),
  (t, v) => t('{0} with {1} may start another program or write a file', ...v),
  (t, v) => t('{0} runs text it is given as a program', ...v),
  (t, v) => t('what it runs ({0}) was changed in this task', ...v),
  (t, v) => t('it runs {0}, which leads to {1}, and that was changed in this task', ...v),
  (t, v) => t('it runs {0}, which was changed in this task', ...v),
];

/** With the English, what stands at its places caught. */
const known = said.map((say) => {
  const template = say((text) => text, []);
  return { say, template, pattern: new RegExp(`^${template.replace(/[\\^$.*+?()[\]|]/g, '\\$&').replace(/\{\d\}/g, '(.*?)')}$`, 's') };
});

/** A text of the engine's in the person's language; one that is not known stays as it is. */
export function heard(text: string, t: Translate): string {
  for (const { say, template, pattern } of known) {
    const found = pattern.exec(text);
    if (found) return say(t, found.slice(1).map((part, at) => (isSentence(template, at) ? heard(part, t) : part)));
  }
  return text;
}

/** Whether a sentence of the engine's may stand at this place, and not a name, which says what it says. */
function isSentence(template: string, at: number): boolean {
  return at === 0 && /^\{0\} [A-Z]/.test(template) || template.endsWith(`. {${at}}`);
}
