/** How each tool looks to a person: an icon, a verb and what of its arguments names the target. Data, no logic. */
import { t } from './words';

export interface ToolFace {
  readonly icon: string;
  readonly verb: string;
  readonly target: string;
}

type Args = Readonly<Record<string, unknown>>;

interface Row {
  readonly icon: string;
  readonly verb: string;
  /** Arguments that name the target, the most telling first. */
  readonly target: readonly string[];
}

const rows: Readonly<Record<string, Row>> = {
  list_dir: { icon: 'folder', verb: t('List'), target: ['path'] },
  read_file: { icon: 'file', verb: t('Read'), target: ['path'] },
  search: { icon: 'search', verb: t('Search'), target: ['pattern', 'path'] },
  list_symbols: { icon: 'list-tree', verb: t('Outline'), target: ['path'] },
  read_symbol: { icon: 'symbol-method', verb: t('Read'), target: ['name', 'path'] },
  update_symbol: { icon: 'edit', verb: t('Rewrite'), target: ['name', 'path'] },
  add_symbol: { icon: 'add', verb: t('Add to'), target: ['path', 'inside', 'after', 'before'] },
  remove_symbol: { icon: 'trash', verb: t('Remove'), target: ['name', 'path'] },
  rename_symbol: { icon: 'rename', verb: t('Rename'), target: ['name', 'new_name'] },
  find_references: { icon: 'references', verb: t('Find uses of'), target: ['name', 'path'] },
  check_syntax: { icon: 'checklist', verb: t('Check syntax'), target: ['path'] },
  get_diagnostics: { icon: 'warning', verb: t('Read problems'), target: ['path'] },
  patch: { icon: 'edit', verb: t('Edit'), target: ['path'] },
  write_file: { icon: 'new-file', verb: t('Write'), target: ['path'] },
  run_command: { icon: 'terminal', verb: t('Run'), target: ['command'] },
  run_tests: { icon: 'beaker', verb: t('Run tests'), target: ['filter'] },
  set_plan: { icon: 'list-ordered', verb: t('Make a plan'), target: [] },
  complete_step: { icon: 'check', verb: t('Complete step'), target: ['step'] },
  remember: { icon: 'bookmark', verb: t('Remember'), target: ['kind'] },
  recall: { icon: 'history', verb: t('Recall'), target: ['query'] },
  ask_user: { icon: 'question', verb: t('Ask'), target: ['question'] },
  finish: { icon: 'flag', verb: t('Finish'), target: [] },
  fetch_url: { icon: 'globe', verb: t('Fetch'), target: ['url'] },
  select_category: { icon: 'list-unordered', verb: t('Choose tools'), target: ['category'] },
};

/** A tool nobody listed still gets a face: its own name and the first short argument. */
export function toolFace(tool: string, args: Args): ToolFace {
  const row = Object.hasOwn(rows, tool) ? rows[tool] : undefined;
  const names = row?.target ?? Object.keys(args);
  const words = names.map(name => word(args[name])).filter(text => text !== '');
  return { icon: row?.icon ?? 'tools', verb: row?.verb ?? tool, target: (row ? words : words.slice(0, 1)).join(' · ') };
}

function word(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  const line = value.trim().split('\n', 1)[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
