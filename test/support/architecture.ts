/** Finds what breaks the architecture in a tree of sources given as text, so that the rules can be tried on trees that never existed. */
import path from 'node:path';
import ts from 'typescript';
import { dataClasses, editorFolders, emptyNames, engineOrder, later, layers, limits, nameless, nodeGlobals, programs, start, type Layer } from './architectureRules';
import { cyclesOf } from './cycles';
import { heavyAtStart } from './startImports';

/** Path (with `/`, from the repository's root) to text. */
export type Sources = ReadonlyMap<string, string>;

export interface Violation {
  readonly rule: 'layer' | 'package' | 'editor' | 'order' | 'cycle' | 'barrel' | 'dynamic' | 'singleton' | 'global' | 'name' | 'language' | 'opening' | 'size' | 'budget' | 'start';
  readonly file: string;
  readonly text: string;
}

interface Parsed {
  readonly file: string;
  readonly lines: number;
  readonly source: ts.SourceFile;
  /** What follows `from`, or stands in `import('…')` where that is a type. */
  readonly imports: readonly string[];
}

/** All violations in the tree, in no order that counts. */
export function violationsIn(sources: Sources): Violation[] {
  const parsed = [...sources].map(([file, text]) => parse(file, text));
  const product = parsed.filter(each => each.file.startsWith('src/'));
  return [
    ...parsed.flatMap(each => editorViolations(each)),
    ...product.flatMap(each => [...layerViolations(each), ...shapeViolations(each)]),
    ...cycleViolations(product, sources),
    ...heavyAtStart(sources, start.entry, start.later).map(each => ({ rule: 'start' as const, file: each.file, text: `is loaded when the editor starts, and imports ${each.package}: reach it through ${later}` })),
    ...budgetViolations(product.filter(each => each.file.startsWith('src/engine/'))),
  ];
}

function parse(file: string, text: string): Parsed {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imports: string[] = [];
  walk(source, node => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push(node.moduleSpecifier.text);
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) imports.push(node.argument.literal.text);
  });
  return { file, source, imports, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0) };
}

function layerOf(file: string): Layer | undefined {
  return layers.find(each => file.startsWith(each.folder));
}

/** The file a relative import means, as far as a path alone can tell. */
function target(from: string, specifier: string): string {
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
}

function packageOf(specifier: string): string {
  return specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function editorViolations({ file, imports }: Parsed): Violation[] {
  if (editorFolders.some(each => file.startsWith(each)) || !imports.includes('vscode')) return [];
  return [{ rule: 'editor', file, text: `imports vscode, which only ${editorFolders.join(' and ')} may` }];
}

function layerViolations({ file, imports }: Parsed): Violation[] {
  const layer = layerOf(file);
  if (!layer) return [{ rule: 'layer', file, text: 'belongs to no layer' }];
  return imports.flatMap<Violation>(specifier => {
    if (specifier.startsWith('.')) return relativeViolations(file, layer, target(file, specifier));
    if (specifier.startsWith('node:')) return layer.node ? [] : [{ rule: 'package', file, text: `imports ${specifier}: ${layer.folder} doesn't know Node` }];
    const name = packageOf(specifier);
    const inFolder = Object.entries(layer.packagesIn ?? {}).some(([folder, names]) => file.startsWith(folder) && names.includes(name));
    return layer.packages.includes(name) || inFolder ? [] : [{ rule: 'package', file, text: `imports the package ${specifier}, which isn't allowed here` }];
  });
}

function relativeViolations(file: string, layer: Layer, to: string): Violation[] {
  if (!to.startsWith(layer.folder)) {
    return layer.layers.some(each => to.startsWith(each)) ? [] : [{ rule: 'layer', file, text: `imports ${to}: ${layer.folder} may import ${layer.layers.join(', ') || 'nothing'}` }];
  }
  if (layer.folder !== 'src/engine/') return [];
  const [own, other] = [file, to].map(enginePlace);
  const [ownRank, otherRank] = [own, other].map(each => engineOrder.indexOf(each ?? ''));
  if (ownRank === undefined || ownRank < 0) return [{ rule: 'order', file, text: `${own} has no place in the engine's order` }];
  if (otherRank === undefined || otherRank < 0) return [{ rule: 'order', file, text: `imports ${to}, which has no place in the engine's order` }];
  return otherRank <= ownRank ? [] : [{ rule: 'order', file, text: `imports ${to}: ${other} comes after ${own}` }];
}

function enginePlace(file: string): string {
  return (file.slice('src/engine/'.length).split('/')[0] ?? '').replace(/\.ts$/, '');
}

function shapeViolations({ file, source, lines }: Parsed): Violation[] {
  const found: Violation[] = [];
  const report = (rule: Violation['rule'], text: string) => found.push({ rule, file, text });
  const base = path.posix.basename(file, '.ts');
  if (emptyNames.test(base)) report('name', `"${base}" names no job`);
  if (lines > limits.linesPerFile) report('size', `${lines} lines, more than ${limits.linesPerFile}`);
  if (!source.text.startsWith('/**')) report('opening', 'doesn\'t open with a /** sentence */ saying why it exists');
  if (base === 'index') report('barrel', 'is an index file');
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier) report('barrel', `re-exports ${statement.moduleSpecifier.getText()}`);
    if (ts.isVariableStatement(statement) && !programs.includes(file)) for (const text of sharedState(statement)) report('singleton', text);
  }
  walk(source, node => {
    if (ts.isClassDeclaration(node) && node.name && emptyNames.test(node.name.text)) report('name', `class ${node.name.text} names no job`);
    if (file !== later && ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require')) report('dynamic', `loads a module at run time: ${node.getText()}`);
    if (nameless.folders.some(each => file.startsWith(each)) && ts.isStringLiteral(node) && nameless.names.includes(node.text)) report('language', `calls ${node.text} by its name: what is special to it goes into its language.json`);
    if (file.startsWith('src/engine/') && ts.isIdentifier(node) && nodeGlobals.includes(node.text) && isFree(node)) report('global', `uses ${node.text}, which only Node has`);
  });
  return found;
}

/** What a top-level variable statement shares between everyone who imports the module. */
function sharedState(statement: ts.VariableStatement): string[] {
  if (statement.modifiers?.some(each => each.kind === ts.SyntaxKind.DeclareKeyword)) return [];
  if (!(statement.declarationList.flags & ts.NodeFlags.Const)) return [`keeps state in the module: ${statement.getText().split('\n')[0]}`];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    if (!initializer || !ts.isNewExpression(initializer)) return [];
    const made = initializer.expression.getText();
    const isData = dataClasses.includes(made) && (!/^(Set|Map)$/.test(made) || (initializer.arguments?.length ?? 0) > 0);
    return isData ? [] : [`keeps one instance for everybody: ${name.getText()} = new ${made}(…)`];
  });
}

/** Whether an identifier means a global: not a member, a key, a declaration or a type's name. */
function isFree(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  const declares = ts.isPropertySignature(parent) || ts.isMethodSignature(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent)
    || ts.isParameter(parent) || ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isLiteralTypeNode(parent);
  return !(declares && (parent as ts.NamedDeclaration).name === node);
}

function cycleViolations(product: readonly Parsed[], sources: Sources): Violation[] {
  const edges = new Map(product.map(({ file, imports }) => [file, imports.filter(each => each.startsWith('.')).flatMap(each => {
    const to = target(file, each);
    return [to, `${to}.ts`, `${to}/index.ts`].filter(name => sources.has(name));
  })]));
  return cyclesOf(edges).map(cycle => ({ rule: 'cycle', file: cycle[0] ?? '', text: `imports itself by way of ${cycle.join(' → ')}` }));
}

function budgetViolations(engine: readonly Parsed[]): Violation[] {
  const { files, lines, medianLines } = limits.engine;
  const sizes = engine.map(each => each.lines).sort((a, b) => a - b);
  const total = sizes.reduce((sum, each) => sum + each, 0);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const over = [
    sizes.length > files && `${sizes.length} files, more than ${files}`,
    total > lines && `${total} lines, more than ${lines}`,
    median > medianLines && `a median file of ${median} lines, more than ${medianLines}`,
  ];
  return over.filter(each => each !== false).map(text => ({ rule: 'budget', file: 'src/engine', text }));
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, child => walk(child, visit));
}
