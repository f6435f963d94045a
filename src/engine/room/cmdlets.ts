/** What is known of PowerShell's own commands: their short names, and which of them only look. */

const ALIASES: ReadonlyMap<string, string> = new Map(Object.entries({
  'get-childitem': 'gci dir ls', 'get-content': 'gc cat type', 'get-item': 'gi', 'get-location': 'gl pwd', 'set-location': 'cd sl chdir', 'select-string': 'sls', 'select-object': 'select',
  'sort-object': 'sort', 'group-object': 'group', 'measure-object': 'measure', 'compare-object': 'compare diff', 'where-object': 'where ?', 'foreach-object': 'foreach %', 'format-table': 'ft',
  'format-list': 'fl', 'format-wide': 'fw', 'write-output': 'echo write', 'resolve-path': 'rvpa', 'get-unique': 'gu', 'get-member': 'gm', 'remove-item': 'rm ri del erase rd rmdir',
  'move-item': 'mv mi move', 'copy-item': 'cp cpi copy', 'rename-item': 'ren rni', 'new-item': 'ni', 'set-content': 'sc', 'add-content': 'ac', 'clear-content': 'clc', 'clear-item': 'cli', 'set-item': 'si',
  'invoke-expression': 'iex', 'invoke-command': 'icm', 'invoke-item': 'ii', 'invoke-webrequest': 'iwr curl wget', 'invoke-restmethod': 'irm', 'start-process': 'start saps', 'start-job': 'sajb',
  'stop-process': 'kill spps', 'get-process': 'ps gps', 'stop-service': 'spsv', 'start-service': 'sasv', 'set-alias': 'sal', 'new-alias': 'nal', 'set-variable': 'sv set', 'get-variable': 'gv', 'new-variable': 'nv',
  'remove-variable': 'rv', 'remove-itemproperty': 'rp', 'set-itemproperty': 'sp', 'get-itemproperty': 'gp', 'import-module': 'ipmo', 'import-csv': 'ipcsv', 'export-csv': 'epcsv', 'tee-object': 'tee', 'push-location': 'pushd',
  'pop-location': 'popd', 'enter-pssession': 'etsn', 'new-pssession': 'nsn', 'new-psdrive': 'ndr mount', 'get-history': 'h history ghy', 'invoke-history': 'r ihy', 'get-alias': 'gal', 'get-command': 'gcm',
  'clear-host': 'cls clear', 'get-help': 'help man', 'out-host': 'oh', 'out-gridview': 'ogv', 'get-wmiobject': 'gwmi', 'invoke-wmimethod': 'iwmi', 'get-clipboard': 'gcb', 'start-sleep': 'sleep', 'set-clipboard': 'scb',
}).flatMap(([name, short]) => short.split(' ').map((alias) => [alias, name] as const)));

const READS = new Set(['get-childitem', 'get-content', 'get-item', 'get-location', 'set-location', 'get-date', 'get-filehash', 'get-unique', 'get-member', 'select-string', 'select-object', 'sort-object', 'group-object',
  'measure-object', 'compare-object', 'where-object', 'format-table', 'format-list', 'format-wide', 'out-string', 'out-null', 'write-output', 'write-host', 'test-path', 'resolve-path', 'split-path', 'join-path',
  'convertto-json', 'convertfrom-json', 'convertto-csv', 'convertfrom-csv']);

/** Whole names only: what is cut short may mean another one. */
const PARAMETERS = new Set(('path literalpath recurse filter include exclude name file directory depth force hidden head first totalcount tail last raw encoding pattern simplematch casesensitive context list allmatches notmatch ' +
  'quiet property expandproperty unique skip index descending ascending line word character sum average maximum minimum noelement autosize wrap width algorithm format leaf parent extension pathtype childpath resolve ' +
  'compress value eq ne gt ge lt le like notlike match notmatch contains notcontains in notin delimiter includeequal excludedifferent erroraction ea nonewline object readcount groupby hidetableheaders notypeinformation').split(' '));

/** The full name of a command in lower case; the name itself where it is no alias. */
export function fullName(name: string): string {
  const lower = name.toLowerCase();
  return ALIASES.get(lower) ?? lower;
}

/** Why a call of PowerShell's own, or of a program from PowerShell, is more than what its words say. `name`: as `fullName` gives it. */
export function* callRisks(name: string, args: readonly string[], piped: boolean): Generator<string> {
  if (!/^[a-z]+-[a-z]\w*$/.test(name)) {
    // Its older versions hand quotes on unescaped, and a batch file reads its arguments once more.
    const odd = args.find((arg) => /["&|<>^%!()\r\n]/.test(arg) || (/\s/.test(arg) && arg.endsWith('\\')));
    if (odd !== undefined) yield `${name} may read ${odd} as something else than one argument`;
    return;
  }
  if (!READS.has(name)) {
    yield `${name} is not known as a command that only reads`;
    return;
  }
  const parameter = args.find((arg) => arg.startsWith('-') && !PARAMETERS.has(arg.replace(/^-|:$/g, '').toLowerCase()));
  if (parameter !== undefined) yield `${name} with ${parameter} may do more than read`;
  const drive = args.find((arg) => /^[^\s/\\]{2,}:|::/.test(arg) && !arg.startsWith('-'));
  if (drive !== undefined) yield `${drive} may name something else than a file`;
  if (name === 'get-content' && piped) yield 'it shows every file that is listed before';
  if (name === 'get-content' || name === 'select-string') {
    const pattern = name === 'select-string' ? args.findIndex((arg) => /^-pattern:?$/i.test(arg)) + 1 : -1;
    if (args.some((arg, at) => at !== pattern && isLoosePattern(arg))) yield 'the pattern in it may stand for a file that holds keys';
  }
}

/** A pattern for files that may fit `.env` and its like; `*.ts` does not. */
export function isLoosePattern(text: string): boolean {
  if (!/[*?[]/.test(text)) return false;
  const extension = /^[^*?[]*\*\.(\w+)$/.exec(text)?.[1]?.toLowerCase();
  return extension === undefined || !/^(?:[cm]?[jt]sx?|py|md|txt|html?|s?css|less|go|rs|java|kt|cs|cpp|cc|c|h|hpp|rb|php|swift|lua|vue|svelte|sql|xml|csv|log)$/.test(extension);
}
