/** The lint rules: few, quick, and each against a mistake that has a history. */
import tseslint from 'typescript-eslint';

const ownScripts = ['scripts/**/*.mjs', 'eslint.config.mjs'];

const look = 'This looks once. Give the way to look to soon.* (test/support/soon.ts), which looks again until it holds.';
const reads = 'innerText|allInnerTexts|textContent|allTextContents|inputValue|getAttribute|isVisible|isHidden|isEnabled|isDisabled|isChecked|count|evaluate|evaluateAll|posted|treeRows|statusBar|notifications|cards|terminalText|terminalNames|reviewText|editorText|inRooms';

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'out/', '.vscode-test/', 'scripts/sample/', 'test/**/files/', 'bench/**/files/', 'test/cases/'] },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A promise nobody waits for loses its error, and with it the reason a task hangs.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^$' }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: ['error', 'always'],
      semi: ['error', 'always'],
      'no-param-reassign': 'off',
      'no-console': 'error',
      'no-control-regex': 'off',
      'prefer-const': 'error',
    },
  },
  { files: ['src/**/*.ts'], rules: { 'max-lines': ['error', { max: 300 }] } },
  // A sign escaped that needn't be is a fault where the flag u is.
  {
    files: ['src/engine/**/*.ts', 'src/node/**/*.ts', 'src/webview/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', { selector: "CallExpression[callee.property.name=/^replace/] > Literal[value='\\\\$&']", message: 'Words become a part of a regular expression through literal().' }] },
  },
  // Whatever grants something is asked where a key that was on its way can't answer it.
  {
    files: ['src/vscode/**/*.ts'],
    ignores: ['src/vscode/confirm.ts'],
    rules: { 'no-restricted-syntax': ['error', { selector: "Property[key.name='modal']", message: 'Ask through confirm(), which takes no answer that nobody can have read the question for.' }] },
  },
  // A terminal program speaks on the terminal; so do the bench and the test harness.
  { files: ['src/node/cli.ts', 'src/node/cli/**/*.ts', 'bench/**/*.ts', 'test/support/**/*.ts'], rules: { 'no-console': 'off' } },
  // A window is alive: what an action leads to comes later, and a test that looks once is a test of luck.
  {
    files: ['test/ui/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error',
        { selector: "CallExpression[callee.object.name='assert'] AwaitExpression", message: look },
        { selector: "CallExpression[callee.object.name='assert'] CallExpression[callee.property.name=/^(lastTold|allTold)$/]", message: look },
        { selector: `VariableDeclarator > AwaitExpression > CallExpression[callee.property.name=/^(${reads})$/]`, message: look },
        { selector: `VariableDeclarator > CallExpression[callee.property.name=/^(lastTold|allTold)$/]`, message: look },
      ],
    },
  },
  {
    files: ownScripts,
    extends: [tseslint.configs.base],
    rules: {
      'no-undef': 'off',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'prefer-const': 'error',
      eqeqeq: ['error', 'always'],
      semi: ['error', 'always'],
      'max-lines': ['error', { max: 300 }],
    },
  },
);
