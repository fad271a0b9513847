/** Changes as they are made every day, each with those whose release it is. The first text of `from` in the file becomes `to`. */
export interface TypicalChange {
  readonly what: string;
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly releases: readonly string[];
}

export const typicalChanges = (everybody: readonly string[]): readonly TypicalChange[] => [
  {
    what: 'a word in German',
    path: 'locales/de/trade.json',
    from: '"title": "Kontrakt"',
    to: '"title": "Kontrakte"',
    releases: ['remote-trade'],
  },
  {
    what: 'a word that all share',
    path: 'locales/en/common.json',
    from: '"cancel": "Cancel"',
    to: '"cancel": "Never mind"',
    releases: everybody,
  },
  {
    what: 'a colour',
    path: 'shared/src/design/ui/tokens.css',
    from: '--color-canvas: #f3f5f8',
    to: '--color-canvas: #f3f5f9',
    releases: ['host'],
  },
  {
    what: 'the look of a button',
    path: 'shared/src/design/ui/button/Button.module.css',
    from: 'scale(0.985)',
    to: 'scale(0.98)',
    releases: everybody,
  },
  {
    what: 'a chart gesture',
    path: 'shared/src/design/charts/pointerGestures.ts',
    from: 'const holdMs = 320;',
    to: 'const holdMs = 330;',
    releases: ['host'],
  },
  {
    what: 'a seconds ticket',
    path: 'remote-trade/src/products/seconds/ResultSheet.tsx',
    from: 'const breathMs = 3000;',
    to: 'const breathMs = 4000;',
    releases: ['remote-trade'],
  },
  {
    what: 'a shared part that two of them show',
    path: 'shared/src/design/ui/order-book/OrderBook.module.css',
    from: '@layer parts {',
    to: '@layer parts {\n  .note { opacity: 0.99; }',
    releases: ['remote-market', 'remote-trade'],
  },
  {
    what: 'the loader',
    path: 'host/src/remotes/loadRelease.ts',
    from: 'const loadTimeMs = 6000;',
    to: 'const loadTimeMs = 7000;',
    releases: ['host'],
  },
  {
    what: 'a comment in a part that all share',
    path: 'shared/src/design/ui/button/Button.tsx',
    from: 'export function Button(',
    to: '/* The one button. */\nexport function Button(',
    releases: [],
  },
  {
    // As released alone (--as-released) this can go wrong: only then are names made short.
    what: 'a comment at the end of a part of the kit',
    path: 'shared/src/remote-kit/react/useLive.ts',
    from: 'export const useQuoteStream = (): QuoteStream => useRemoteContext().quotes;\n',
    to: 'export const useQuoteStream = (): QuoteStream => useRemoteContext().quotes;\n\n// a comment\n',
    releases: [],
  },
  {
    what: 'a file of the server',
    path: 'server/src/app.ts',
    from: 'export ',
    to: 'export const mark = 1;\nexport ',
    releases: [],
  },
  {
    what: 'a shared function that nobody calls yet',
    path: 'shared/src/domain/time/remaining.ts',
    from: 'export const remainingMs',
    to: 'export const nobodyCallsThis = () => 1;\nexport const remainingMs',
    releases: [],
  },
];
