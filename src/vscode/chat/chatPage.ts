/** The HTML around the chat page: nothing but our own script, styles and icons, and a policy that keeps it so. */

export interface ChatPageSources {
  /** The webview's own origin for local resources. */
  readonly cspSource: string;
  readonly script: string;
  readonly styles: readonly string[];
  /** Fresh for each page. */
  readonly nonce: string;
  readonly language: string;
  /** The page's English sentences in that language; none where it is English. */
  readonly words: Readonly<Record<string, string>>;
}

export function chatPage({ cspSource, script, styles, nonce, language, words }: ChatPageSources): string {
  const policy = [
    "default-src 'none'", `style-src ${cspSource}`, `font-src ${cspSource}`, `script-src 'nonce-${nonce}'`,
    "base-uri 'none'", "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Whittle</title>
${styles.map(href => `<link rel="stylesheet" href="${href}">`).join('\n')}
<script type="application/json" id="words">${JSON.stringify(words).replaceAll('<', '\\u003c')}</script>
</head>
<body>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
