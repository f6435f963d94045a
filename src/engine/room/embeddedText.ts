/** Programs whose arguments are programs: which of these only look, so that the rest is asked for. */

/** Their text may be anything, and they have commands for the shell. */
const ALWAYS = /^(?:psql|mysql|sqlite3|osascript|ed|ex|dc|expect|duckdb|mongosh?|redis-cli|gdb|lldb|bc)$/;
/** Prints, deletes and quits by line or pattern, and substitutes without the flags that write or run. */
const SED = /^(?:(?:\d+|\$|\/(?:[^/\\\n]|\\[^\n])*\/)(?:,(?:[+~]?\d+|\$|\/(?:[^/\\\n]|\\[^\n])*\/))?!?)?\s*(?:[pdq=]|s(?:\/(?:[^/\\\n]|\\[^\n])*){2}\/[gipI\d]*|s(?:#(?:[^#\\\n]|\\[^\n])*){2}#[gipI\d]*|s(?:\|(?:[^|\\\n]|\\[^\n])*){2}\|[gipI\d]*)$/;
/** What runs, writes or loads in awk; `>` compares only inside parentheses, which is not told apart here. */
const AWK = /system|getline|[|>@`]|\bclose\b|\bENVIRON\b|\bARGV\b/;

/** Why the text in this call is more than a look; undefined where it isn't, or the program takes none. */
export function embeddedRisk(name: string, args: readonly string[]): string | undefined {
  if (ALWAYS.test(name)) return `${name} runs text it is given as a program`;
  if (name === 'sed' || name === 'gsed') {
    const option = args.find((arg) => arg.startsWith('-') && !/^-[nEru]+$|^--(?:quiet|silent|regexp-extended)$/.test(arg));
    const text = args.find((arg) => !arg.startsWith('-')) ?? '';
    const parts = text.split(';').map((part) => part.trim());
    return option === undefined && parts.every((part) => SED.test(part)) ? undefined : `${name} may write files or run commands by what it is given`;
  }
  if (/^[gmn]?awk$/.test(name)) {
    const option = args.find((arg, at) => arg.startsWith('-') && !/^-F./.test(arg) && !(arg === '-F' && at + 1 < args.length) && arg !== '-');
    return option === undefined && !args.some((arg) => AWK.test(arg)) ? undefined : `${name} may write files or run commands by what it is given`;
  }
  return undefined;
}

/** Builtins of bash that work out what stands in the brackets of a name, commands included. */
const WORKS_OUT_NAMES = /^(?:test|\[|printf|read|unset|wait|getopts|mapfile|readarray)$/;
/** Builtins that change what later words mean, or run what they are given. */
const CHANGES_SHELL = /^(?:export|declare|typeset|local|readonly|let|set|shopt|history|jobs|compgen|compopt|pushd|popd|dirs|umask|ulimit|unalias|disown|suspend|logout|exit|return|shift)$/;

/** Why a builtin of bash is more than its words say. */
export function builtinRisk(name: string, args: readonly string[]): string | undefined {
  if (CHANGES_SHELL.test(name)) return `${name} may change what other commands mean`;
  return WORKS_OUT_NAMES.test(name) && args.some((arg) => /[A-Za-z_]\w*\[.*[$`]/s.test(arg)) ? `${name} works out a name, and may run a command for it` : undefined;
}
