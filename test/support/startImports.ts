/** What the editor loads before the extension has started: everything that is imported, and not only for its types, from the entry on. */
import path from 'node:path';
import ts from 'typescript';

export interface HeavyImport {
  readonly file: string;
  readonly package: string;
}

/** Each import of one of `heavy` packages in a file that the entry reaches at once. */
export function heavyAtStart(sources: ReadonlyMap<string, string>, entry: string, heavy: readonly string[]): HeavyImport[] {
  const reached = new Set<string>();
  const found: HeavyImport[] = [];
  const visit = (file: string): void => {
    const text = sources.get(file);
    if (text === undefined || reached.has(file)) return;
    reached.add(file);
    for (const specifier of valueImports(file, text)) {
      if (specifier.startsWith('.')) visit(`${path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))}.ts`);
      else if (heavy.includes(specifier)) found.push({ file, package: specifier });
    }
  };
  visit(entry);
  return found;
}

function valueImports(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { importClause: clause } = statement;
    const named = clause?.namedBindings;
    const types = clause !== undefined && (clause.isTypeOnly || (clause.name === undefined && named !== undefined && ts.isNamedImports(named) && named.elements.every((each) => each.isTypeOnly)));
    return types ? [] : [statement.moduleSpecifier.text];
  });
}
