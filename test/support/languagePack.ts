/** Lets an editor's server speak a language of which it has no pack: its own words stay English, extensions bring theirs. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** As the editor writes it down when a language pack is installed and chosen; before the server starts. `dataDir`: the server's. */
export async function installLanguage(dataDir: string, language: string): Promise<void> {
  const folder = path.join(dataDir, 'data');
  const words = path.join(folder, `${language}.i18n.json`);
  await mkdir(path.join(folder, 'User'), { recursive: true });
  await writeFile(path.join(folder, 'User', 'argv.json'), JSON.stringify({ locale: language }));
  await writeFile(words, JSON.stringify({ version: '1.0.0', contents: {} }));
  await writeFile(path.join(folder, 'languagepacks.json'), JSON.stringify({ [language]: { hash: 'none', label: language, extensions: [{ extensionIdentifier: { id: `none.${language}` }, version: '1.0.0' }], translations: { vscode: words } } }));
}
