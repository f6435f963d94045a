/** The least that outlining TypeScript should cost: a parser and one query with all patterns, as anyone would write it, with nothing around them; on this thread or on others. */
import { Language, Parser, Query } from 'web-tree-sitter';
import { languageFiles } from '../src/node/languageFiles';

export async function bareParser(root: string): Promise<{ readonly parser: Parser; readonly query: Query }> {
  const languages = languageFiles(root);
  await Parser.init({ wasmBinary: await languages.runtime() });
  const [typescript] = (await languages.list()).filter((one) => (one.definition as { id: string }).id === 'typescript');
  if (!typescript) throw new Error('No TypeScript grammar. Run npm install.');
  const language = await Language.load(await typescript.grammar());
  const parser = new Parser();
  parser.setLanguage(language);
  return { parser, query: new Query(language, (await typescript.queries()).outline) };
}

export async function bareLoop(root: string): Promise<(texts: readonly string[]) => void> {
  const { parser, query } = await bareParser(root);
  return (texts) => {
    for (const text of texts) {
      const tree = parser.parse(text);
      if (tree) query.matches(tree.rootNode);
      tree?.delete();
    }
  };
}
