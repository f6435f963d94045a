/** Types of editorServer.mjs for the tests written in TypeScript. */
export interface EditorServer {
  readonly url: string;
  readonly port: number;
  readonly ended: Promise<{ readonly code: number }>;
  stop(): Promise<void>;
}
export function freePort(preferred?: number): Promise<number>;
export function installVsix(options: { editor: string; vsix: string; extensionsDir: string; dataDir: string }): Promise<void>;
export function startEditor(options: {
  editor: string;
  dataDir: string;
  extensionsDir?: string;
  settings?: Readonly<Record<string, unknown>>;
  port?: number;
  development?: boolean;
  env?: Readonly<Record<string, string>>;
}): Promise<EditorServer>;
export function folderUrl(url: string, folder: string, payload?: readonly (readonly [string, string])[]): string;
