import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { AmountText, Badge, ListRow, Row } from '@tessera/shared/ui';
import { useLeverageTexts } from './useTexts';

interface LeverageRowProps {
  readonly order: LeverageOrder;
  readonly info: SymbolInfo | undefined;
  readonly onSelect: () => void;
}

/** One ended order in a history. */
export function LeverageRow({ order, info, onSelect }: LeverageRowProps) {
  const texts = useLeverageTexts();
  const format = useFormat();
  const prices = [order.openPrice ?? order.limitPrice, order.closePrice].flatMap((price) =>
    price === null ? [] : [format.figure(price, { scale: info?.digits })],
  );
  return (
    <ListRow
      title={
        <Row gap={2} isWrapping>
          <span>{order.symbol}</span>
          <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
          <Badge>{texts.leverage(order.leverage)}</Badge>
        </Row>
      }
      detail={[format.time(order.closedAtMs ?? order.acceptedAtMs), texts.lots(order.lots), prices.join(' → ')]
        .filter((part) => part !== '')
        .join(' · ')}
      value={
        <AmountText
          amount={order.realizedProfit}
          asset={order.realizedProfit === null ? undefined : texts.unit}
          scale={2}
          tone="profit"
        />
      }
      valueDetail={texts.why(order)}
      onSelect={onSelect}
    />
  );
}
