import type { SecondsOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { SectionHeading, Stack } from '@tessera/shared/ui';
import { RunningOrder } from './OpenOrder';

interface RunningOrdersProps {
  readonly orders: readonly SecondsOrder[];
  readonly findInfo: (symbol: string) => SymbolInfo | undefined;
}

export function RunningOrders({ orders, findInfo }: RunningOrdersProps) {
  const { t } = useTranslation('trade');
  if (orders.length === 0) return null;
  return (
    <section>
      <SectionHeading>{t('running.heading')}</SectionHeading>
      <Stack gap={3}>
        {orders.map((order) => (
          <RunningOrder key={order.id} order={order} info={findInfo(order.symbol)} />
        ))}
      </Stack>
    </section>
  );
}
