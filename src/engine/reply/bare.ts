/** Calls as plain JSON in the text, with or without prose around them. */
import { literal } from '../../shared/literal';
import type { ToolSpec } from '../ports';
import { openEnvelope, type Family, type FoundCall } from './envelope';
import { readLoose } from './looseJson';
import { resolveTool } from './problems';

const KEYS = 'name|tool|tool_name|function|action|type|id|tool_calls?|thought|arguments|parameters|args';
/** Text in which no bracket begins a call is read once, however long it is. */
const ATTEMPTS = 100;

export const bare: Family = (text, tools, quoted) => {
  const names = tools.map((tool) => literal(tool.name)).join('|');
  const open = new RegExp(`(?:\\[\\s*)?\\{\\s*["']?(?:${KEYS}${names === '' ? '' : `|${names}`})["']?\\s*:`, 'g');
  const found: FoundCall[] = [];
  const first = text.search(/\S/);
  let attempts = 0;
  for (let mark = open.exec(text); mark && attempts < ATTEMPTS; mark = open.exec(text)) {
    if (quoted(mark.index) && !/^\s*\[?\{/.test(text)) continue;
    attempts += 1;
    const loose = readLoose(text, mark.index);
    if (!loose) {
      const broken = unreadable(text, mark.index, tools);
      if (!broken) continue;
      found.push(broken);
      break;
    }
    const alone = mark.index <= first && /^[\]}\s]*$/.test(text.slice(loose.end));
    const calls = openEnvelope(loose.value, tools, false);
    const meant = calls?.filter((call) => alone || resolveTool(call.name, tools)) ?? [];
    // The closing tag whose opening never came, and brackets too many.
    const tail = /^[\]}]*(?:\s*<\/tool_calls?>)?/.exec(text.slice(loose.end))?.[0].length ?? 0;
    const duplicate = loose.duplicate === undefined ? {} : { bad: `"${loose.duplicate}" is given twice with different values.` };
    for (const call of meant) found.push({ start: mark.index, end: loose.end + tail, ...call, state: loose.state, ...duplicate });
    if (loose.state !== 'closed') {
      if (meant.length === 0) found.push(...cutCall(text, mark.index, tools));
      break;
    }
    // What lies inside an object that is no call isn't one either.
    open.lastIndex = loose.end;
  }
  return found;
};

const nameIn = (text: string): string => /["']?(?:name|tool|tool_name|function)["']?\s*:\s*["']([^"'\n]{1,80})["']/.exec(text)?.[1] ?? '';

function cutCall(text: string, start: number, tools: readonly ToolSpec[]): readonly FoundCall[] {
  const name = nameIn(text.slice(start, start + 400));
  return resolveTool(name, tools) ? [{ start, end: text.length, name, args: { kind: 'value', value: {} }, state: 'cut' }] : [];
}

/** A call of a known tool with an unescaped quote somewhere in it. */
function unreadable(text: string, start: number, tools: readonly ToolSpec[]): FoundCall | undefined {
  const body = text.slice(start);
  const head = new RegExp(`^(?:\\[\\s*)?\\{\\s*["'](?:name|tool|tool_name|function)["']\\s*:\\s*["']([^"'\\n]{1,80})["']\\s*,\\s*["'](?:arguments|parameters|args|input)["']\\s*:\\s*(?=\\{)`).exec(body);
  const name = head?.[1] ?? '';
  if (!head || !resolveTool(name, tools)) return undefined;
  const end = body.lastIndexOf('}') + 1;
  return { start, end: start + Math.max(end, head[0].length), name, args: { kind: 'text', text: body.slice(head[0].length, Math.max(end, head[0].length)) }, state: 'closed' };
}
