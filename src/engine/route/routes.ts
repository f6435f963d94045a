/** What each category offers a model: tools, thinking, and how a task of it may end. Data only. */
import type { Category } from '../../shared/events';

export interface Route {
  readonly category: Category;
  /** Names in the order they are offered; a stable order keeps the cached prefix. */
  readonly tools: readonly string[];
  /** Thinking budget in tokens. */
  readonly thinking: number;
  /** Whether it may change files or run commands: it then works in a room of its own. */
  readonly changes: boolean;
  /** Whether plain words may end the task (after one reminder where there are tools). */
  readonly endsInWords: boolean;
}

const reading = ['search', 'read_file', 'list_symbols', 'read_symbol'] as const;

const rows: Readonly<Record<Category, Omit<Route, 'category'>>> = {
  respond: { tools: [], thinking: 0, changes: false, endsInWords: true },
  read: { tools: ['list_dir', ...reading, 'finish'], thinking: 0, changes: false, endsInWords: true },
  search: { tools: ['list_dir', ...reading, 'finish'], thinking: 0, changes: false, endsInWords: true },
  'code-intelligence': {
    tools: [...reading, 'find_references', 'rename_symbol', 'check_syntax', 'get_diagnostics', 'run_tests', 'finish'],
    thinking: 1024, changes: true, endsInWords: true,
  },
  write: {
    tools: [...reading, 'update_symbol', 'add_symbol', 'patch', 'write_file', 'run_command', 'run_tests', 'finish'],
    thinking: 1024, changes: true, endsInWords: false,
  },
  plan: {
    tools: [...reading, 'update_symbol', 'add_symbol', 'patch', 'write_file', 'run_command', 'run_tests', 'finish'],
    thinking: 2048, changes: true, endsInWords: false,
  },
  run: { tools: ['run_command', 'run_tests', 'read_file', 'list_dir', 'finish'], thinking: 0, changes: true, endsInWords: false },
  web: { tools: [], thinking: 0, changes: false, endsInWords: true },
};

/** Tools that a task with several steps gets behind the others. */
const planning = ['set_plan', 'complete_step'] as const;

export function routeFor(category: Category, planned: boolean): Route {
  const row = rows[category];
  // The outline makes room for the plan: both together would not fit the budget of the prompt.
  return { category, ...row, tools: planned ? [...row.tools.filter((name) => name !== 'list_symbols'), ...planning] : row.tools };
}

/** Where the folder isn't trusted: questions are answered, nothing changes and nothing runs. */
export function untrusted(route: Route): Route {
  return route.changes ? { ...routeFor('read', false), category: route.category } : route;
}

/** The same route with one more tool behind the others, so that the prompt so far stays a prefix where tools come last. */
export function widened(route: Route, tool: string): Route {
  return route.tools.includes(tool) ? route : { ...route, tools: [...route.tools, tool] };
}
