/** Finds where a model's wish stands in what it has read, so that a person sees when a file, a test or a page gives the orders. */
import type { ToolDetail } from '../../shared/events';
import type { ShellLine } from './shellLine';

/** One text that came to the model through a tool. */
export interface Heard {
  /** For the person: a path, or `the output of "npm test"`. */
  readonly source: string;
  readonly text: string;
}

/** Characters of all kept texts; the oldest go first. */
const KEPT = 2_000_000;
/** After these, what is named is fetched and run. */
const FETCHES = /^(?:i|install|add|get|require|exec|dlx|clone|push|pull|run)$/;
const RUNS_PACKAGES = /^(?:npx|bunx|uvx|pipx)$/;
const CONNECTS = /^(?:curl|wget|nc|ncat|netcat|telnet|ssh|scp|sftp|rsync|ftp|ping|dig|nslookup|host|http|https|xh|aria2c|socat|mail|sendmail|iwr|irm|invoke-webrequest|invoke-restmethod)$/i;
const ADDRESS = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'`|;&<>()]+|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gi;
/** Something encoded: mixed letters and digits that nobody types. */
const ENCODED = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9+/=_-]{24,}$/;

/** Keeps what one tool told the model. */
export function hear(heard: Heard[], tool: string, args: Readonly<Record<string, unknown>>, told: { readonly text: string; readonly detail: ToolDetail }): void {
  for (const part of partsOf(tool, args, told)) heard.push(part);
  for (let size = heard.reduce((sum, { text }) => sum + text.length, 0); size > KEPT && heard.length > 1;) size -= heard.shift()?.text.length ?? 0;
}

function partsOf(tool: string, args: Readonly<Record<string, unknown>>, { text, detail }: { readonly text: string; readonly detail: ToolDetail }): readonly Heard[] {
  if (detail.kind === 'command') return [{ source: `the output of "${detail.line}"`, text: detail.output }];
  if (detail.kind === 'list') {
    const rows = detail.items.flatMap((item) => /^(.+?):\d+: (.*)$/s.exec(item) ?? []);
    if (rows.length > 0) return detail.items.map((item) => ({ source: /^(.+?):\d+: /.exec(item)?.[1] ?? tool, text: item }));
  }
  const named = detail.kind === 'file' ? detail.path : args['path'] ?? args['url'];
  return [{ source: typeof named === 'string' ? named : `an answer of ${tool}`, text }];
}

/**
 * Words for the person where a command line, one of its commands, or what marks it (an address, a package, a path elsewhere)
 * stands in what was heard, and the person's own words don't hold it.
 */
export function originOfCommand(line: string, parsed: ShellLine, heard: readonly Heard[], own: string): string | undefined {
  if (heard.length === 0) return undefined;
  const commands = parsed.commands.map(({ words }) => words.map((word) => word.text));
  const whole = [line, ...commands.filter((words) => words.length > 1).map((words) => words.join(' '))].filter((text) => /\s|\//.test(text.trim()));
  for (const text of whole) {
    const source = sourceOf(text, heard, own);
    if (source !== undefined) return `these words stand in ${source}, which the model has read`;
  }
  return originOfParts([...addresses(line), ...commands.flatMap(marksOf)], heard, own);
}

/** The same for anything that is named: a file, an address. */
export function originOfParts(parts: readonly string[], heard: readonly Heard[], own: string): string | undefined {
  for (const part of parts) {
    const source = sourceOf(part, heard, own);
    if (source !== undefined) return `"${part}" stands in ${source}, which the model has read`;
  }
  return undefined;
}

/** An address, and the host in it: the rest may have been filled in. */
function addresses(line: string): readonly string[] {
  const found = line.match(ADDRESS) ?? [];
  return found.flatMap((address) => [address, /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(address)?.[1] ?? '']).filter((part) => part.length > 3 && part !== 'localhost' && part !== '127.0.0.1');
}

function marksOf(words: readonly string[]): readonly string[] {
  const [program = '', ...args] = words;
  const name = program.slice(program.lastIndexOf('/') + 1);
  const at = RUNS_PACKAGES.test(name) ? 0 : args.findIndex((arg) => FETCHES.test(arg)) + 1;
  const fetched = at > 0 || RUNS_PACKAGES.test(name) ? args.slice(at) : CONNECTS.test(name) ? args : [];
  return [
    ...fetched.filter((arg) => arg.length > 2 && !arg.startsWith('-') && !/^[./~]+$/.test(arg)),
    ...args.filter((arg) => ENCODED.test(arg) || (/^(?:~|\/(?!dev\/|bin\/|usr\/))[^\s]*\/[^\s]+/.test(arg))),
  ];
}

function sourceOf(text: string, heard: readonly Heard[], own: string): string | undefined {
  const wanted = plain(text);
  if (wanted.length < 3 || stands(wanted, plain(own))) return undefined;
  return heard.find((one) => stands(wanted, plain(one.text)))?.source;
}

/** Line numbers, quotes, escapes and the width of gaps are no difference. */
function plain(text: string): string {
  return text.replace(/^[ \t]*\d+ \| /gm, '').replace(/["'`\\]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** As words of its own, not inside a longer one. */
function stands(wanted: string, text: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!/[\w-]/.test(text[at - 1] ?? '') && !/^(?:[\w-]|:\w)/.test(text.slice(at + wanted.length, at + wanted.length + 2))) return true;
  }
  return false;
}
