/** A thread that reads source code for the threads' owner: one question at a time, long answers part by part as they are asked for. */
import { parentPort, workerData } from 'node:worker_threads';
import type { CodeReader } from '../engine/code/codeReader';
import { createCodeReader } from '../engine/code/createCodeReader';
import type { ThreadQuestion } from '../engine/code/otherThreads';
import { languageFiles } from './languageFiles';
import type { Answer, Question } from './parserThreads';

/** Entries of one part: taking them over costs the other side a few milliseconds. */
const PART = 1_000;

function answering(folder: string): (question: Question) => Promise<Answer> {
  const reader = createCodeReader(languageFiles(folder), () => undefined);
  let rest: readonly unknown[] = [];
  const part = (): Answer => {
    const value = rest.slice(0, PART);
    rest = rest.slice(PART);
    return { value, more: rest.length > 0 };
  };
  return async (question) => {
    if (question.kind === 'next') return part();
    const found = await read(await reader, question);
    if (!Array.isArray(found)) return { value: found, more: false };
    rest = found as readonly unknown[];
    return part();
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

const answer = answering((workerData as { readonly folder: string }).folder);
parentPort?.on('message', (question: Question) => {
  answer(question).catch((fault: unknown): Answer => ({ fault: fault instanceof Error ? fault.message : String(fault), more: false }))
    .then((reply) => { parentPort?.postMessage(reply); }, () => { process.exit(1); });
});
