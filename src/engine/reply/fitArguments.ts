/** Fits what the model gave to a tool's schema: other names for arguments, other types, and nothing guessed. */
import type { PropertySchema, ToolSpec } from '../ports';
import { isRecord, readLoose, strings } from './looseJson';
import { nearest } from './problems';
import type { ProblemCode } from './reply';

export type Fitted =
  | { readonly ok: true; readonly args: Readonly<Record<string, unknown>>; /** Whether anything differs from what was given. */ readonly changed: boolean }
  | { readonly ok: false; readonly why: string; readonly code: ProblemCode };

/** Other words models use, by the argument they mean. An alias counts only where the tool has the one and not the other. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  path: ['file', 'filename', 'file_name', 'file_path', 'filepath', 'target_file', 'relative_path', 'relative_workspace_path', 'dir', 'directory', 'folder', 'dir_path', 'directory_path', 'target'],
  pattern: ['query', 'regex', 'regexp', 'text', 'search', 'search_term', 'keyword', 'q'],
  query: ['pattern', 'q', 'text', 'search'],
  command: ['cmd', 'command_line', 'line', 'script', 'shell_command'],
  old_str: ['old', 'old_string', 'old_text', 'old_code', 'search', 'find', 'original'],
  new_str: ['new', 'new_string', 'new_text', 'new_code', 'replace', 'replacement', 'updated'],
  content: ['contents', 'text', 'file_text', 'body', 'data', 'code', 'file_content'],
  code: ['content', 'new_code', 'body', 'source', 'text', 'definition'],
  name: ['symbol', 'symbol_name', 'function', 'function_name', 'identifier'],
  new_name: ['newname', 'to', 'rename_to'],
  glob: ['include', 'file_pattern', 'include_pattern', 'files'],
  summary: ['message', 'result', 'answer', 'text', 'description'],
  reason: ['why', 'explanation', 'description', 'purpose'],
  steps: ['plan', 'tasks', 'todos', 'items'],
  filter: ['test', 'tests', 'pattern', 'name'],
};
/** Remarks to the call, not arguments of it. */
const REMARKS = new Set(['thought', 'thoughts', 'thinking', 'explanation', 'reasoning', 'comment', 'description', 'reason', 'requires_approval', 'security_risk']);
const WRAPPERS = ['arguments', 'parameters', 'args', 'input', 'params', 'kwargs'];
const PLACEHOLDER = /^(?:<\/?(?:the |your |insert )?[\w -]*(?:path|file|name|code|content|command|pattern|value|text|string|here|symbol|summary|query|argument)[\w -]*>|\{\{?\s*\w+\s*\}?\}|\.\.\.|…|path\/to\/(?:your\/)?file(?:\.\w+)?|\[(?:insert|your) [^\]]*\])$/i;

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Contract: never guesses a required value; a string of a string argument stays as it is, but for paths and patterns that hold control characters. */
export function fitArguments(given: Record<string, unknown>, spec: ToolSpec): Fitted {
  const { properties, required = [], additionalProperties } = spec.parameters;
  const source = unwrap(given, properties);
  let changed = source !== given;
  const args: Record<string, unknown> = {};
  const origin: Record<string, string> = {};
  for (const [key, value] of Object.entries(source)) {
    const name = Object.hasOwn(properties, key) ? key : aliasOf(key, source, properties);
    if (name !== key) changed = true;
    if (name === undefined) {
      if (value === null || REMARKS.has(key)) continue;
      if (additionalProperties !== true) return unknownArgument(key, Object.keys(properties));
    }
    const target = name ?? key;
    if (value === null && !required.includes(target)) {
      changed = true;
      continue;
    }
    const schema = properties[target];
    const fitted = schema ? coerce(value, schema) : { value };
    if ('why' in fitted) return { ok: false, code: 'invalid_arguments', why: `"${target}" ${fitted.why}` };
    const final = restoreBackslashes(target, fitted.value, spec.changes);
    if (final !== value) changed = true;
    if (Object.hasOwn(args, target) && JSON.stringify(args[target]) !== JSON.stringify(final)) {
      return { ok: false, code: 'invalid_arguments', why: `"${origin[target] ?? target}" and "${key}" say different things; give "${target}" once.` };
    }
    args[target] = final;
    origin[target] = key;
  }
  const missing = required.filter((name) => args[name] === undefined || args[name] === null);
  if (missing.length > 0) return { ok: false, code: 'invalid_arguments', why: `${missing.map((name) => `"${name}"`).join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.` };
  for (const [name, value] of Object.entries(args)) {
    if (strings(value).some((part) => /\p{Surrogate}/u.test(part))) return { ok: false, code: 'invalid_arguments', why: `"${name}" holds half a character (a lone surrogate); write the character itself.` };
    if (typeof value === 'string' && PLACEHOLDER.test(value.trim()) && (required.includes(name) || isPath(name))) {
      return { ok: false, code: 'placeholder', why: `"${name}" is the placeholder ${value.trim()}, not a real value.` };
    }
    if (typeof value === 'string' && isPath(name) && /[\0-\x1f\x7f]/.test(value)) {
      return { ok: false, code: 'invalid_arguments', why: `"${name}" holds a control character; write paths with forward slashes.` };
    }
  }
  return { ok: true, args, changed };
}

/** `{"arguments": {…}}` inside the arguments, and the schema's own frame around them. */
function unwrap(given: Record<string, unknown>, properties: Readonly<Record<string, PropertySchema>>): Record<string, unknown> {
  const keys = Object.keys(given);
  const frame = given['type'] === 'object' && !Object.hasOwn(properties, 'properties') ? given['properties'] : undefined;
  if (isRecord(frame)) return frame;
  const wrapper = WRAPPERS.find((key) => isRecord(given[key]) && !Object.hasOwn(properties, key));
  const others = keys.filter((key) => key !== wrapper && !['name', 'tool', 'type', 'id', 'function'].includes(key));
  const inner = wrapper === undefined || others.length > 0 ? undefined : given[wrapper];
  return isRecord(inner) ? inner : given;
}

function aliasOf(key: string, source: Record<string, unknown>, properties: Readonly<Record<string, PropertySchema>>): string | undefined {
  const names = Object.keys(properties);
  const sameLetters = names.filter((name) => plain(name) === plain(key));
  if (sameLetters.length === 1) return sameLetters[0];
  const snake = key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  const fits = names.filter((name) => ALIASES[name]?.includes(snake));
  const free = fits.filter((name) => !Object.hasOwn(source, name) || JSON.stringify(source[name]) === JSON.stringify(source[key]));
  return free.length === 1 ? free[0] : undefined;
}

function unknownArgument(key: string, names: readonly string[]): Fitted {
  const near = nearest(key, names);
  const offer = near.length > 0 ? `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?` : names.length > 0 ? `Its arguments are ${names.join(', ')}.` : 'It takes no arguments.';
  return { ok: false, code: 'invalid_arguments', why: `there is no argument "${key.slice(0, 60)}". ${offer}` };
}

type Coerced = { readonly value: unknown } | { readonly why: string };

function coerce(value: unknown, schema: PropertySchema): Coerced {
  if (schema.anyOf) {
    const exact = schema.anyOf.find((option) => fits(value, option));
    if (exact) return coerce(value, exact);
    for (const option of schema.anyOf) {
      const result = coerce(value, option);
      if ('value' in result) return result;
    }
    return { why: 'has the wrong type.' };
  }
  if (schema.enum) return oneOf(value, schema.enum);
  const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (types.length === 0 || types.some((type) => fits(value, { ...schema, type }))) {
    return isRecord(value) || Array.isArray(value) ? inner(value, schema) : { value };
  }
  for (const type of types) {
    const converted = convert(value, type, schema);
    if (converted !== undefined) return inner(converted, schema);
  }
  return { why: `must be ${types.map((type) => `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`).join(' or ')}.` };
}

function fits(value: unknown, schema: PropertySchema): boolean {
  if (schema.enum) return schema.enum.includes(value);
  const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  return types.some((type) =>
    type === 'integer' ? Number.isInteger(value)
    : type === 'array' ? Array.isArray(value)
    : type === 'object' ? isRecord(value)
    : type === 'null' ? value === null
    : typeof value === type);
}

function convert(value: unknown, type: string, schema: PropertySchema): unknown {
  switch (type) {
    case 'string':
      return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined;
    case 'integer':
    case 'number': {
      if (typeof value !== 'string' || !/^\s*[-+]?\d+(?:\.\d+)?\s*$/.test(value)) return undefined;
      const number = Number(value);
      return type === 'number' || Number.isSafeInteger(number) ? number : undefined;
    }
    case 'boolean':
      return typeof value === 'string' && /^\s*(?:true|false)\s*$/i.test(value) ? value.trim().toLowerCase() === 'true' : undefined;
    case 'array': {
      const parsed = fromString(value);
      if (Array.isArray(parsed)) return parsed;
      // A lone value is a list of one; broken JSON is not.
      const lone = typeof value !== 'string' || !/^\s*\[/.test(value);
      return lone && value !== null && (!isRecord(value) || (schema.items !== undefined && fits(value, schema.items))) ? [parsed ?? value] : undefined;
    }
    case 'object': {
      const parsed = fromString(value);
      return isRecord(parsed) ? parsed : undefined;
    }
    default:
      return undefined;
  }
}

function fromString(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  const loose = readLoose(value);
  return loose?.state === 'closed' && value.slice(loose.end).trim() === '' ? loose.value : undefined;
}

function inner(value: unknown, schema: PropertySchema): Coerced {
  if (Array.isArray(value) && schema.items) {
    const items: unknown[] = [];
    for (const item of value as unknown[]) {
      const fitted = coerce(item, schema.items);
      if ('why' in fitted) return { why: `has an item that ${fitted.why}` };
      items.push(fitted.value);
    }
    return { value: items };
  }
  if (isRecord(value) && schema.properties) {
    const result: Record<string, unknown> = {};
    for (const [key, part] of Object.entries(value)) {
      const known = schema.properties[key];
      const fitted: Coerced = known && part !== null ? coerce(part, known) : { value: part };
      if ('why' in fitted) return { why: `has "${key}", which ${fitted.why}` };
      result[key] = fitted.value;
    }
    const missing = schema.required?.find((key) => result[key] === undefined);
    return missing === undefined ? { value: result } : { why: `lacks "${missing}".` };
  }
  return { value };
}

function oneOf(value: unknown, allowed: readonly unknown[]): Coerced {
  if (allowed.includes(value)) return { value };
  const near = allowed.filter((option) => typeof value === 'string' && String(option).toLowerCase() === value.trim().toLowerCase());
  return near.length === 1 ? { value: near[0] } : { why: `must be one of ${allowed.map((option) => JSON.stringify(option)).join(', ')}.` };
}

const isPath = (name: string): boolean => /(?:^|_)(?:path|file|dir|folder)s?$/i.test(name);
const LETTERS: Readonly<Record<string, string>> = { '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `C:\new` and `\bword` are valid JSON with a lost backslash. It is put back where nothing is written on the strength of it; no one searches for a backspace. */
function restoreBackslashes(name: string, value: unknown, changes: boolean): unknown {
  if (typeof value !== 'string') return value;
  if (isPath(name) && !changes) return value.replace(/(?<=\S)[\b\f\n\r\t](?=\S)/g, (found) => LETTERS[found] ?? found);
  if (/pattern|regex|query/.test(name)) return value.replace(/[\b\f]/g, (found) => LETTERS[found] ?? found);
  return value;
}
