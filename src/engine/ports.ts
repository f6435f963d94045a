/** What the outside implements: the world as the engine sees it. No vscode, no Node. */
import type { EngineEvent } from '../shared/events';

export type Platform = 'linux' | 'darwin' | 'win32';

/** What stands at a path: `size` in bytes, `modified` in milliseconds since the epoch with the disk's precision, POSIX permission bits, hard links to the inode, and `device:inode` to recognise it. */
export interface FileStat {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  readonly modified: number;
  readonly mode: number;
  readonly links: number;
  readonly identity: string;
}

/** A folder that was looked at: its path and its `FileStat.identity` then. */
export interface Anchor {
  readonly folder: string;
  readonly identity: string;
  /** A folder on the same disk that nobody else looks into: new bytes lie there until they get their name. */
  readonly aside: string;
  /** A last look, to be awaited right before a write changes anything; where it throws nothing changes. Runs while new bytes go to the disk aside. */
  readonly ready?: () => Promise<void>;
}

/** What the copy of a file is; `bytes` of a small one. */
export interface Copied { readonly stat: FileStat; readonly bytes?: Uint8Array }

/** Raw access to the disk by absolute path. Policy (what may be touched) is the room's. Missing is a value; other faults throw. */
export interface Files {
  readonly platform: Platform;
  /** Of the path itself, links not followed; undefined where nothing is there. */
  stat(path: string): Promise<FileStat | undefined>;
  /** With all links resolved; undefined where it doesn't exist (a dangling or circular link too). */
  realPath(path: string): Promise<string | undefined>;
  /** Names in a folder, unsorted; throws where it is none. */
  list(path: string): Promise<readonly { readonly name: string; readonly kind: FileStat['kind'] }[]>;
  /** The target of a link as written. */
  readLink(path: string): Promise<string>;
  /** Whole contents; undefined where it doesn't exist. `limit`: at most so many bytes. `known`: throws where the opened file is another one, or has other rights or links by now. */
  read(path: string, limit?: number, known?: FileStat): Promise<Uint8Array | undefined>;
  /**
   * Through a temporary file and rename; makes parent folders; keeps the mode of an existing file.
   * `anchor`: a folder above; throws where it is another one by now, and otherwise writes below exactly that one where the platform can.
   * Then a crash of the machine leaves the file whole, old or new; only after `settled` it surely is the new one.
   */
  write(path: string, bytes: Uint8Array, mode?: number, anchor?: Anchor): Promise<void>;
  /** All writes below anchors until now outlive a crash of the machine; throws where the disk refused that of one. */
  settled(): Promise<void>;
  /** A file, a link or a whole folder; links are never followed. Nothing there is no error. `anchor`: as of `write`. */
  remove(path: string, anchor?: Anchor): Promise<void>;
  /** With its parents; `mode` for those that are new. */
  makeFolder(path: string, mode?: number): Promise<void>;
  /** Copies one file by the fastest safe means (reflink where the disk can); keeps mode and times. Gives back what the copy is, with the bytes of a small one. `most`: throws with code EFBIG, and copies nothing, where it is larger. */
  copyFile(from: string, to: string, most?: number): Promise<Copied>;
  /**
   * As `copyFile` for many files of one folder; `paths` are relative, with `/`, and their folders are there in the other one.
   * `told` hears of each once, in any order, with the copy or what went wrong; where it throws nothing new is begun, and that is thrown when nothing is under way any more. Absent where it is no faster than one by one.
   */
  copyFiles?(from: string, to: string, paths: readonly string[], most: number, told: (path: string, copy: Copied | Error) => Promise<void> | undefined): Promise<void>;
  /** A new file of its parts in a row, in a folder that is there, readable for its owner only. Whole after a crash of this program, not of the machine: for a scratch copy's own books. */
  writeParts(path: string, parts: readonly Uint8Array[]): Promise<void>;
  link(target: string, path: string): Promise<void>;
  /** What was written below a folder since a moment (milliseconds since the epoch), at most `most` relative paths; a folder ends in `/`. Links are not followed. Absent where that costs too much. */
  changedSince?(folder: string, since: number, most: number): Promise<readonly string[]>;
  /**
   * Files below a folder whose bytes hold `word` (ASCII), as paths relative to it with `/`; installed and ignored ones may be left out, links aren't followed.
   * Absent, or undefined as an answer, where the platform has no fast way.
   */
  holding?(folder: string, word: string): Promise<readonly string[] | undefined>;
}

export interface CommandRequest {
  readonly line: string;
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface CommandResult {
  /** null where the command was ended by time-out, Stop or a signal. */
  readonly exitCode: number | null;
  /** Both streams as they came, escape codes and all. */
  readonly output: string;
  readonly ended: 'exited' | 'timed-out' | 'stopped' | 'waiting-for-input';
  readonly milliseconds: number;
  /** Something it started still runs. */
  readonly background?: boolean;
}

export interface Shell {
  readonly kind: 'bash' | 'powershell' | 'cmd';
  /** Runs one command line that a person said yes to. Kills the process tree on abort. */
  run(request: CommandRequest, signal: AbortSignal): Promise<CommandResult>;
  /** Ends what commands left running: at the end of a task. */
  endBackground?(): Promise<void>;
}

/** Small facts that outlive a window (profiles, approvals). */
export interface Store {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string | undefined): Promise<void>;
}

export interface ApprovalRequest {
  readonly line: string;
  /** Absolute; a room's folder. */
  readonly cwd: string;
  readonly reason: string;
  /** Whose words the reason is. */
  readonly reasonBy: 'model' | 'whittle';
  /** What makes this command worth a second look, in words; empty where nothing does. */
  readonly risks: readonly string[];
}

export type Approval = 'run' | 'always' | 'no';

/** A grammar as bytes, and everything else of `syntaxes/<id>/`. */
export interface LanguageFiles {
  /** The parsed `language.json`; its shape is code/languages.ts's. */
  readonly definition: unknown;
  /** The texts of `outline.scm` and, where the language has one, `scopes.scm`. */
  readonly queries: () => Promise<{ readonly outline: string; readonly scopes?: string | undefined }>;
  readonly grammar: () => Promise<Uint8Array>;
}

/** Where source languages come from; reading queries and grammars is lazy. */
export interface Languages {
  list(): Promise<readonly LanguageFiles[]>;
  /** The bytes of web-tree-sitter's own wasm. */
  runtime(): Promise<Uint8Array>;
}

export interface Diagnostic {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

/** A stretch of a file; lines and columns are 1-based, columns count UTF-16 units, the end is exclusive. */
export interface CodeRange {
  /** Absolute. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface CodeEdit extends CodeRange { readonly text: string }

/** A name in a file. */
export interface CodePlace {
  /** Absolute. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** Files that may use it: a server may know only what it was shown. Absolute. */
  readonly related: readonly string[];
}

/** The editor's language servers. Each answer is undefined where none is there for the language, it refuses, or it takes too long. Throws nothing. */
export interface LanguageServer {
  /** Every use it knows, the declaration included. */
  references(place: CodePlace, signal: AbortSignal): Promise<readonly CodeRange[] | undefined>;
  /** What a rename would change; nothing is written. */
  rename(place: CodePlace, name: string, signal: AbortSignal): Promise<readonly CodeEdit[] | undefined>;
}

/** The world for one engine. */
export interface Host {
  readonly files: Files;
  readonly shell: Shell;
  readonly store: Store;
  readonly languages: Languages;
  /** Absolute folder outside any workspace in which rooms are made. */
  readonly roomsFolder: string;
  /** The editor's unsaved text of a workspace file, where it has some. */
  unsaved(path: string): Promise<string | undefined>;
  /** The encoding the editor uses for a workspace file that doesn't tell its own: `windows1252`, `shiftjis`, `utf8`; absent means UTF-8. */
  encodingOf?(path: string): Promise<string | undefined>;
  /** Files of the workspace with unsaved text, relative to it with `/`; absent where there never is any. */
  unsavedPaths?(): readonly string[];
  /** What the editor says of a file; undefined where it doesn't know within `patience` milliseconds: a language server may be starting. */
  diagnostics(path: string, patience: number): Promise<readonly Diagnostic[] | undefined>;
  /** Absent where there is no editor. */
  readonly languageServer?: LanguageServer;
  /** A person's yes or no. Closing the question is a no, and so is a signal that comes before it was asked. */
  approve(request: ApprovalRequest, signal: AbortSignal): Promise<Approval>;
  /** One question in words; undefined where nobody can answer. */
  ask(question: string, options: readonly string[]): Promise<string | undefined>;
  emit(event: EngineEvent): void;
  log(line: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A JSON schema of the plain kind tools use: an object of typed properties. */
export interface ArgumentsSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

export interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: PropertySchema;
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly PropertySchema[];
}

/** A tool as it is offered to a model. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: ArgumentsSchema;
  /** Whether a run may change files or start something: a cut call of such a tool is never repaired. */
  readonly changes: boolean;
  /** Correct arguments, shown to the model when its own were wrong; never part of a request. */
  readonly example?: unknown;
  /** Optional arguments that are accepted but not shown, to keep the prompt lean. */
  readonly unadvertised?: readonly string[];
  /** Arguments shown as required though another form of the call does without them. */
  readonly asked?: readonly string[];
}

/** A call as the model wrote it; `arguments` is its own string, byte for byte. */
export interface RawToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly RawToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string; readonly name: string };

export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSpec[];
  /** Output cap in tokens. */
  readonly maxTokens: number;
  /** Thinking budget in tokens; 0 asks for none. */
  readonly thinking: number;
  readonly temperature?: number;
}

export interface ModelReply {
  readonly content: string;
  readonly reasoning: string;
  readonly toolCalls: readonly RawToolCall[];
  /** `cut`: the connection closed without a finish reason. */
  readonly finish: 'stop' | 'tool_calls' | 'length' | 'cut';
  readonly usage?: { readonly prompt: number; readonly completion: number; readonly cached?: number };
  readonly tokensPerSecond?: number;
}

export type Delta = { readonly kind: 'text' | 'reasoning'; readonly text: string };

export type CallStyle = 'native' | 'json' | 'fenced';

/** What is known of one model on one server. */
export interface Profile {
  readonly server: string;
  readonly model: string;
  /** The window in force, in tokens. */
  readonly window: number;
  readonly callStyle: CallStyle;
  readonly charsPerToken: number;
  readonly standIn: boolean;
  /** Where these facts come from; absent where no server stands behind the model. */
  readonly origin?: ProfileOrigin;
}

export interface ProfileOrigin {
  /** The base address in use. */
  readonly endpoint: string;
  /** The kind of server, as `models/profiles.ts` names them. */
  readonly kind: string;
  /** Who said how large the window is; `assumed`: nobody. */
  readonly window: 'setting' | 'server' | 'assumed';
  /** Whether the model's template takes tools, where the server tells. */
  readonly tools?: boolean;
  /** Whether the model can think, where the server tells. */
  readonly thinks?: boolean;
}

export interface Model {
  readonly profile: Profile;
  /** Streams one reply. Throws ModelUnavailable or Cancelled, nothing else. */
  complete(request: ModelRequest, onDelta: (delta: Delta) => void, signal: AbortSignal): Promise<ModelReply>;
}
