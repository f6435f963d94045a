/** What the product says to a person, found by the compiler's syntax tree, and what is wrong with a translation of it. */
import ts from 'typescript';

/** Path to text. */
type Sources = ReadonlyMap<string, string>;
type Words = Readonly<Record<string, string>>;

/** The texts given to any `t(…)` or `….t(…)`, and the calls whose text is no literal: nobody could translate those. */
export function wordsIn(sources: Sources): { readonly texts: ReadonlySet<string>; readonly unknown: readonly string[] } {
  const texts = new Set<string>();
  const unknown: string[] = [];
  for (const [file, text] of sources) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isTranslate(node.expression)) {
        const [first] = node.arguments;
        if (first && ts.isStringLiteralLike(first)) texts.add(first.text);
        else unknown.push(`${file}: ${node.getText()}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  return { texts, unknown };
}

function isTranslate(called: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(called) ? called.name.text === 't' : ts.isIdentifier(called) && called.text === 't';
}

/** Texts that look like a sentence for a person and are given to no `t(…)`, nor to the log. */
export function untranslatedIn(sources: Sources): readonly string[] {
  const found: string[] = [];
  for (const [file, text] of sources) {
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || (ts.isCallExpression(node) && (isTranslate(node.expression) || /\b(?:log|info|debug|guard)$/.test(node.expression.getText())))) return;
      if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && /^.(?!Whittle: \$\{)[A-Z][a-z']*[ .,:] ?\S/.test(node.getText())) found.push(`${file}: ${node.getText().slice(1, -1)}`);
      else ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  return found;
}

/** Keys that `translated` lacks or nobody asks for, and texts whose places are others than in English. `english` maps what is asked for to its English. */
export function faultsOf(english: Words, translated: Words): readonly string[] {
  return [
    ...Object.keys(english).filter(key => !Object.hasOwn(translated, key)).map(key => `missing: ${key}`),
    ...Object.keys(translated).filter(key => !Object.hasOwn(english, key)).map(key => `unused: ${key}`),
    ...Object.entries(translated).flatMap(([key, text]) => {
      if (text.trim() === '') return [`empty: ${key}`];
      const [asked, given] = [english[key], text].map(placesOf);
      return asked === given || english[key] === undefined ? [] : [`other places: ${key}`];
    }),
  ];
}

/** Placeholders, commands of links, code and icons: what has to be the same in every language. */
function placesOf(text = ''): string {
  return (text.match(/\{\d+\}|\]\(command:[^)]*\)|`[^`]*`|\$\([\w~-]+\)|\bwhittle\.\w+/g) ?? []).sort().join(' ');
}
