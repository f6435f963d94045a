/** Where VS Code enters. */
import type { ExtensionContext } from 'vscode';
import { createFace } from './face';

export function activate(context: ExtensionContext): void {
  createFace(context);
}
