/**
 * Lint finds bugs; layout is the formatter's. Each ban names what to use instead. Types are asked only where a bug cannot be
 * seen without them: a promise nobody waits for, a switch that forgets a case.
 */
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import a11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.{ts,tsx}', '**/testing/**', 'shared/src/testkit/**', 'e2e/**', 'tools/**/*.ts'];
const browser = ['host/src/**/*.{ts,tsx}', 'remote-*/src/**/*.{ts,tsx}', 'shared/src/**/*.{ts,tsx}', 'console/src/**/*.{ts,tsx}'];

/** Things with one owner. Inside the owner the ban is lifted below, by file. */
const owned = {
  now: {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Take the time from the clock that is handed in (shared/time; context.clock in a remote).',
  },
  emptyDate: {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Take the time from the clock that is handed in (shared/time; context.clock in a remote).',
  },
  random: {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: 'Take chance from the seeded or cryptographic source that is handed in.',
  },
};
const literalText = {
  selector: 'JSXText[value=/\\p{L}{2}/u]',
  message: 'No text in code: put it into locales/en/<namespace>.json and use t().',
};
const literalLabel = {
  selector: 'JSXAttribute[name.name=/^(aria-label|title|placeholder|alt)$/] > Literal[value=/\\p{L}{2}/u]',
  message: 'No text in code: put it into locales/en/<namespace>.json and use t().',
};
const floatMoney = {
  selector: "CallExpression[callee.name='parseFloat']",
  message: 'Money, prices and rates are exact decimals from shared/money; for drawing use its function that says so.',
};
const storages = ['localStorage', 'sessionStorage'].map((name) => ({
  name,
  message: 'Use the storage that is handed in (context.storage; host/src/bootstrap owns the real one).',
}));

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.data*/**', '.cache/**', 'coverage/**', 'test-results/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-console': ['error', {}],
      'no-restricted-syntax': ['error', ...Object.values(owned), floatMoney],
    },
  },
  {
    // A longer one has parts with names. Groups of tests may be as long as their subject has cases.
    files: ['**/*.{ts,tsx,mjs}'],
    ignores: ['**/*.{test,spec}.{ts,tsx}'],
    rules: { 'max-lines-per-function': ['error', { max: 120 }] },
  },
  {
    // What needs types is asked of sources and of the browser tests, all in one program, which reads each file once. Packages one
    // by one would read what they share again for each of them. Unit tests have their types judged, but not by these rules.
    files: ['**/src/**/*.{ts,tsx}', 'e2e/**/*.ts', 'tools/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}'],
    languageOptions: { parserOptions: { project: 'tsconfig.lint.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: browser,
    ignores: tests,
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y-x': a11y },
    languageOptions: { globals: globals.browser },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      ...a11y.configs.recommended.rules,
      // A list that scrolls must be reachable by keyboard; a roving focus has one stop per group; a code field is the only thing on its sheet.
      'jsx-a11y-x/no-noninteractive-tabindex': 'off',
      'jsx-a11y-x/interactive-supports-focus': 'off',
      'jsx-a11y-x/no-autofocus': 'off',
      'no-restricted-globals': ['error', ...storages],
      'no-restricted-syntax': ['error', ...Object.values(owned), floatMoney, literalText, literalLabel],
    },
  },
  {
    // A remote's own wish for time goes through the clock or a stream, so that tests can turn it.
    files: ['remote-*/src/**/*.{ts,tsx}'],
    ignores: tests,
    rules: {
      'no-restricted-globals': [
        'error',
        ...storages,
        { name: 'setTimeout', message: 'Use a stream (timer, interval) or useCountdown, which end at unmount.' },
        { name: 'setInterval', message: 'Use a stream (interval) or useCountdown, which end at unmount.' },
      ],
    },
  },
  {
    // The owners: programs and the places that make clock, chance, storage and log.
    files: [
      'server/src/platform/**',
      'server/src/ops/**',
      'server/src/main.ts',
      'release/**',
      'console/**',
      'tools/**',
      'host/src/bootstrap/**',
      'host/src/themeBeforePaint.ts',
      'host/src/fetchFirst.ts',
      'shared/src/domain/time/**',
      '**/standalone.tsx',
      'shared/src/design/ui/gallery/**',
      ...tests,
    ],
    rules: { 'no-console': 'off', 'no-restricted-syntax': 'off', 'no-restricted-globals': 'off' },
  },
  {
    files: tests,
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.{mjs,cjs,js}'],
    languageOptions: { globals: globals.node },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['shared/build/jestBrowserSetup.mjs'],
    languageOptions: { globals: globals.browser },
  },
  prettier,
);
