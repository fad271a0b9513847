import { useEffect, useState } from 'react';
import type { LiveQuote, RemoteContext } from '@tessera/shared/federation';
import texts from './texts.json';

const symbols = ['BTC-USDT', 'ETH-USDT', 'EUR-USD'];
// Colours and spaces are the host's custom properties, so that the theme reaches this page by itself.
const page = { padding: 'var(--space-gutter)', background: 'var(--color-canvas)', color: 'var(--color-ink)', minHeight: '100%' };
const row = {
  display: 'flex',
  justifyContent: 'space-between',
  padding: 'var(--space-3) 0',
  borderBottom: '1px solid var(--color-line)',
};

export function PricesPage({ context }: { readonly context: RemoteContext }) {
  const { quotes, navigation, preferences } = context;
  const { title, waiting } = texts[preferences.language.value];
  const [latest, setLatest] = useState<Readonly<Record<string, LiveQuote>>>({});

  useEffect(() => navigation.setTitle(title), [navigation, title]);
  useEffect(() => {
    const watching = quotes
      .watch(symbols)
      .subscribe((changed) =>
        setLatest((before) => ({ ...before, ...Object.fromEntries(changed.map((quote) => [quote.symbol, quote])) })),
      );
    return () => watching.unsubscribe();
  }, [quotes]);

  return (
    <div style={page}>
      <h1>{title}</h1>
      {symbols.map((symbol) => (
        <p key={symbol} style={row}>
          <span>{symbol}</span>
          <span>{latest[symbol]?.price ?? waiting}</span>
        </p>
      ))}
    </div>
  );
}
