import { useLive } from '../live/useLive';
import { Field } from '../parts/Field';
import { incidentsTexts as texts } from '../texts/incidents';

/** They hardly ever change. */
const paceMs = 300_000;

/** One of the symbols that there are. */
export function MarketField({ symbol, onChange }: { readonly symbol: string; readonly onChange: (symbol: string) => void }) {
  const { latest } = useLive('catalogueGet', { name: 'symbol' }, paceMs);
  const symbols = [...new Set(latest?.value.rows.map(({ terms }) => terms['id'] ?? '') ?? [])];
  return (
    <Field label={texts.market}>
      <select value={symbol} onChange={({ target }) => onChange(target.value)}>
        <option value="">–</option>
        {symbols.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </Field>
  );
}
