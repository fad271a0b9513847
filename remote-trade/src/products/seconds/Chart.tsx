import { useMemo } from 'react';
import type { SecondsOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { FoldableChart } from '../../components/FoldableChart';
import { MarketTickChart } from '../../components/MarketTickChart';

interface TicketChartProps {
  readonly info: SymbolInfo;
  readonly orders: readonly SecondsOrder[];
}

/** The market's ticks, with the entry of every running order on it and the time of the one that ends last. */
export function TicketChart({ info, orders }: TicketChartProps) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const here = useMemo(() => orders.filter(({ symbol }) => symbol === info.symbol), [orders, info.symbol]);
  const priceMarkers = useMemo(
    () =>
      here.flatMap(({ id, entry, direction }) =>
        entry === null ? [] : [{ id, price: entry.price, label: tCommon(`direction.${direction}`), tone: direction }],
      ),
    [here, tCommon],
  );
  const run = useMemo(() => {
    const last = here.at(-1);
    return last === undefined ? undefined : { startedAtMs: last.acceptedAtMs, expiresAtMs: last.expiresAtMs };
  }, [here]);
  return (
    <FoldableChart>
      <MarketTickChart name={t('ticket.chart', { symbol: info.symbol })} info={info} run={run} priceMarkers={priceMarkers} />
    </FoldableChart>
  );
}
