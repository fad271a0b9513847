/** Open positions, waiting orders, what ended last; the floating total of all positions stays in sight. */
import { useState } from 'react';
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useQuote, useSessionState } from '@tessera/shared/react';
import { AmountText, ChartLine, EmptyState, LoadablePanel, SkeletonRows, Stack, Tabs } from '@tessera/shared/ui';
import type { LeverageOrders } from './useOrders';
import { useLeverageTexts } from './useTexts';
import { useValuing } from './useValuing';
import { sumKnown } from './positionFigures';
import { AllButton } from './AllButton';
import { CloseSheet } from './CloseSheet';
import { PendingCard } from './PendingCard';
import { PositionCard } from './OpenOrder';
import { RecentHistory } from './RecentHistory';
import { StopsSheet } from './StopsSheet';
import styles from './OpenOrders.module.css';

interface PositionsPanelProps {
  /** The market of the screen, where there is one: its positions stand beside its live price and are valued by it. */
  readonly info?: SymbolInfo | undefined;
  readonly scale: number;
  readonly orders: LeverageOrders;
  readonly find: (symbol: string) => SymbolInfo | undefined;
  /** False where a record stands beside it. */
  readonly hasHistory?: boolean;
}

type TabId = 'positions' | 'orders' | 'history';

export function PositionsPanel({ info, scale, orders, find, hasHistory = true }: PositionsPanelProps) {
  const { t } = useTranslation('trade');
  const { isSignedIn } = useSessionState();
  const [tab, setTab] = useState<TabId>('positions');
  if (!isSignedIn) return null;
  const { positions, pending, loadable, refetch } = orders;
  return (
    <section aria-label={t('positions.heading')}>
      <Tabs
        label={t('positions.heading')}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'positions', label: t('positions.tab.positions'), count: positions.length },
          { id: 'orders', label: t('positions.tab.orders'), count: pending.length },
          ...(hasHistory ? [{ id: 'history', label: t('positions.tab.history') } as const] : []),
        ]}
      >
        <div className={styles.content}>
          {tab === 'history' ? (
            <RecentHistory find={find} />
          ) : (
            <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={3} />}>
              {() =>
                tab === 'positions' ? (
                  <Positions info={info} orders={orders} scale={scale} find={find} />
                ) : (
                  <Pending orders={orders} find={find} />
                )
              }
            </LoadablePanel>
          )}
        </div>
      </Tabs>
    </section>
  );
}

function Positions({ info: shown, orders, scale, find }: Omit<PositionsPanelProps, 'hasHistory'>) {
  const { t } = useTranslation('trade');
  const texts = useLeverageTexts();
  const { positions } = orders;
  const valuing = useValuing(positions, { find, scale }, useQuote(shown?.symbol));
  const [sheet, setSheet] = useState<{ readonly kind: 'close' | 'stops'; readonly orderId: string }>();
  const closeSheet = () => setSheet(undefined);
  // The order as it is now, not as it was when the sheet opened; a position that ended takes its sheet along.
  const chosen = positions.find(({ id }) => id === sheet?.orderId);
  const info = chosen === undefined ? undefined : find(chosen.symbol);
  if (positions.length === 0)
    return <EmptyState icon={ChartLine} title={t('positions.emptyOpen')} detail={t('positions.emptyHint')} />;
  return (
    <Stack gap={3}>
      <div className={styles.total}>
        <span>{t('positions.floating')}</span>
        <AmountText
          amount={sumKnown(positions.map((order) => valuing.figuresOf(order)?.profit))}
          asset={texts.unit}
          scale={2}
          tone="profit"
          size="lg"
        />
      </div>
      {positions.map((order) => (
        <PositionCard
          key={order.id}
          order={order}
          info={find(order.symbol)}
          figures={valuing.figuresOf(order)}
          onStops={() => setSheet({ kind: 'stops', orderId: order.id })}
          onClose={() => setSheet({ kind: 'close', orderId: order.id })}
        />
      ))}
      {positions.length > 1 && <AllButton action="close" count={positions.length} orders={orders} />}
      {sheet !== undefined &&
        chosen !== undefined &&
        info !== undefined &&
        (sheet.kind === 'close' ? (
          <CloseSheet
            key={chosen.id}
            order={chosen}
            info={info}
            valuing={valuing}
            scale={scale}
            orders={orders}
            onClose={closeSheet}
          />
        ) : (
          <StopsSheet
            key={chosen.id}
            order={chosen}
            info={info}
            valuing={valuing}
            scale={scale}
            orders={orders}
            onClose={closeSheet}
          />
        ))}
    </Stack>
  );
}

function Pending({ orders, find }: Pick<PositionsPanelProps, 'orders' | 'find'>) {
  const { t } = useTranslation('trade');
  const { pending } = orders;
  if (pending.length === 0)
    return <EmptyState icon={ChartLine} title={t('positions.emptyPending')} detail={t('positions.emptyPendingHint')} />;
  const limits = pending.filter(({ entrustment }: LeverageOrder) => entrustment === 'limit').length;
  return (
    <Stack gap={3}>
      {pending.map((order) => (
        <PendingCard key={order.id} order={order} info={find(order.symbol)} orders={orders} />
      ))}
      {limits > 1 && <AllButton action="cancel" count={limits} orders={orders} />}
    </Stack>
  );
}
