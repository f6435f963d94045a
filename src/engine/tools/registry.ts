/** Every tool there is: one line each. */
import { completeStep } from './completeStep';
import { register, type RegisteredTool } from './register';
import { setPlan } from './setPlan';

export const registry: readonly RegisteredTool[] = [
  register(setPlan),
  register(completeStep),
];

export function findTool(name: string): RegisteredTool | undefined {
  return registry.find((tool) => tool.name === name);
}
