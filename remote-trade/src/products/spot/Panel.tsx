/** One pair: the ticket at the start, the book at the end, and below them open orders and assets. */
import { useState } from 'react';
import type { Side, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { LivePrice, useBook, useEndpoint, useNavigation } from '@tessera/shared/react';
import { Button, LoadablePanel, OrderBook, Skeleton, Stack } from '@tessera/shared/ui';
import { useSpotOrders } from './useOrders';
import { useSpotOutcomes } from './useOutcomes';
import { SpotHoldings } from './Holdings';
import type { SpotScales } from './figures';
import { SpotTicket } from './Ticket';
import styles from './Panel.module.css';

interface SpotDeskProps {
  readonly info: SymbolInfo;
  /** From the URL: a page that sent the person here with a side in mind. */
  readonly preferred: Side | undefined;
  readonly scales: SpotScales;
  readonly find: (symbol: string) => SymbolInfo | undefined;
}

export function SpotDesk({ info, preferred, scales, find }: SpotDeskProps) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const terms = useEndpoint('spotTerms', { symbol: info.symbol }, { freshMs: 60_000 });
  const { book, retry } = useBook(info.symbol);
  const outcomes = useSpotOutcomes();
  const orders = useSpotOrders(outcomes.tellOutcome);
  // A new object for each tap: the same level may be picked twice.
  const [picked, setPicked] = useState<{ readonly price: string }>();
  return (
    <Stack gap={4}>
      <div className={styles.columns}>
        <section aria-label={t('spot.ticket')} className={styles.ticket}>
          <LoadablePanel loadable={terms.loadable} onRetry={terms.refetch} skeleton={<Skeleton shape="block" height={420} />}>
            {(data) => (
              <SpotTicket
                info={info}
                terms={data}
                preferred={preferred}
                scales={scales}
                picked={picked}
                isExecuting={orders.open.some(({ symbol, entrustment }) => symbol === info.symbol && entrustment === 'market')}
                onPlaced={(order) => {
                  orders.add(order);
                  // A market order is told by what becomes of it, within seconds.
                  if (order.entrustment === 'limit') outcomes.tellAccepted(order);
                }}
              />
            )}
          </LoadablePanel>
        </section>
        <OrderBook
          variant="compact"
          book={book}
          symbol={info.symbol}
          base={info.base}
          quote={info.quote}
          digits={info.digits}
          onRetry={retry}
          onPickPrice={(price) => setPicked({ price })}
          lastPrice={
            <LivePrice symbol={info.symbol} digits={info.digits} size="lg" staleAfterMs={info.staleAfterMs} showsDirection />
          }
        />
      </div>
      <SpotHoldings orders={orders} find={find} />
      <Button
        variant="quiet"
        isBlock
        onClick={() => navigation.navigate('/pages/contract/info', { product: 'spot', symbol: info.symbol })}
      >
        {t('spot.rules')}
      </Button>
    </Stack>
  );
}
