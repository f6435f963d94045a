/** Every tool there is: one line each. */
import { addSymbol } from './addSymbol';
import { checkSyntax } from './checkSyntax';
import { completeStep } from './completeStep';
import { findReferences } from './findReferences';
import { finish } from './finish';
import { getDiagnostics } from './getDiagnostics';
import { listDir } from './listDir';
import { listSymbols } from './listSymbols';
import { patch } from './patch';
import { readFile } from './readFile';
import { readSymbol } from './readSymbol';
import { register, type RegisteredTool } from './register';
import { removeSymbol } from './removeSymbol';
import { renameSymbol } from './renameSymbol';
import { runCommand } from './runCommand';
import { runTests } from './runTests';
import { search } from './search';
import { setPlan } from './setPlan';
import { updateSymbol } from './updateSymbol';
import { writeFile } from './writeFile';

export const registry: readonly RegisteredTool[] = [
  register(listDir),
  register(search),
  register(readFile),
  register(listSymbols),
  register(readSymbol),
  register(findReferences),
  register(updateSymbol),
  register(addSymbol),
  register(removeSymbol),
  register(renameSymbol),
  register(patch),
  register(writeFile),
  register(checkSyntax),
  register(getDiagnostics),
  register(runCommand),
  register(runTests),
  register(finish),
  register(setPlan),
  register(completeStep),
];

export function findTool(name: string): RegisteredTool | undefined {
  return registry.find((tool) => tool.name === name);
}
