/** A thread that reads source code for the threads' owner: questions in their order, long answers part by part as they are asked for. */
import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { CodeReader, CodeSymbol } from '../engine/code/codeReader';
import { createCodeReader } from '../engine/code/createCodeReader';
import type { ThreadQuestion } from '../engine/code/otherThreads';
import { packed } from '../engine/code/packedOutline';
import { languageFiles } from './languageFiles';
import type { Answer, Letter } from './parserThreads';

/** Entries of one part: taking them over costs the other side a few milliseconds. */
const PART = 1_000;

type Parts = (part: readonly unknown[]) => Omit<Answer, 'id' | 'more'>;

function answering(folder: string): (letter: Letter) => Promise<Answer> {
  const reader = createCodeReader(languageFiles(folder), () => undefined);
  const rests = new Map<number, { readonly left: readonly unknown[]; readonly as: Parts }>();
  const part = (id: number, all: readonly unknown[], as: Parts): Answer => {
    const more = all.length > PART;
    if (more) rests.set(id, { left: all.slice(PART), as });
    else rests.delete(id);
    return { id, ...as(more ? all.slice(0, PART) : all), more };
  };
  return async ({ id, question }) => {
    const rest = rests.get(id);
    if (question === undefined) return rest ? part(id, rest.left, rest.as) : { id, more: false };
    const found = await read(await reader, question);
    if (!Array.isArray(found)) return { id, value: found, more: false };
    return part(id, found as readonly unknown[], question.kind === 'symbols' ? (some) => ({ packed: packed(some as readonly CodeSymbol[]) }) : (value) => ({ value }));
  };
}

function read(code: CodeReader, question: ThreadQuestion): Promise<unknown> {
  const { path, text } = question;
  switch (question.kind) {
    case 'symbols': return code.symbols(path, text);
    case 'check': return code.check(path, text);
    case 'multilineStrings': return code.multilineStrings(path, text);
    case 'occurrences': return code.occurrences(path, text, question.name);
  }
}

/** Answers every message with one, and every letter in it, its own faults included. */
function serve(port: MessagePort, answer: (letter: Letter) => Promise<Answer>): void {
  const safely = (letter: Letter): Promise<Answer> =>
    answer(letter).catch((fault: unknown): Answer => ({ id: letter.id, fault: fault instanceof Error ? fault.message : String(fault), more: false }));
  port.on('message', (letters: readonly Letter[]) => {
    Promise.all(letters.map(safely)).then((answers) => { port.postMessage(answers); }).catch(() => process.exit(1));
  });
}

if (parentPort) serve(parentPort, answering((workerData as { readonly folder: string }).folder));
