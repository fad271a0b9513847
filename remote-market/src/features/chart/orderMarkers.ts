/** A person's positions and orders of one market as lines on its chart. Every figure is the server's. */
import type { MarkerDetail, PointMarker, PriceMarker } from '@tessera/shared/charts';
import type { Direction, LeverageOrder, SecondsOrder } from '@tessera/shared/contract';
import type { Observable } from '@tessera/shared/kernel';

export interface OwnOrders {
  readonly positions: readonly LeverageOrder[];
  readonly pending: readonly LeverageOrder[];
  readonly seconds: readonly SecondsOrder[];
}

export interface LineTexts {
  position(direction: Direction, lots: string): string;
  pending(direction: Direction, lots: string): string;
  stop(kind: 'takeProfit' | 'stopLoss' | 'liquidation', price: string): string;
  seconds(direction: Direction, seconds: number): string;
}

export interface OrderMarkers {
  readonly prices: readonly PriceMarker[];
  readonly points: readonly PointMarker[];
}

export function orderMarkers(
  { positions, pending, seconds }: OwnOrders,
  texts: LineTexts,
  profitOf: (order: LeverageOrder) => Observable<MarkerDetail>,
): OrderMarkers {
  const stops = (order: LeverageOrder): PriceMarker[] =>
    (
      [
        ['takeProfit', 'profit'],
        ['stopLoss', 'loss'],
        ['liquidation', 'danger'],
      ] as const
    ).flatMap(([kind, tone]) => {
      const at = kind === 'liquidation' ? order.liquidationPrice : order[kind];
      return at === null ? [] : [{ id: `${order.id} ${kind}`, price: at, label: texts.stop(kind, at), tone }];
    });
  const prices = [
    ...positions.flatMap((order): PriceMarker[] =>
      order.openPrice === null
        ? []
        : [
            {
              id: order.id,
              price: order.openPrice,
              label: texts.position(order.direction, order.openLots),
              tone: order.direction,
              detail$: profitOf(order),
            },
            ...stops(order),
          ],
    ),
    ...pending.flatMap((order): PriceMarker[] =>
      order.limitPrice === null
        ? []
        : [{ id: order.id, price: order.limitPrice, label: texts.pending(order.direction, order.lots), tone: 'neutral' }],
    ),
    ...seconds.flatMap((order): PriceMarker[] =>
      order.entry === null
        ? []
        : [
            {
              id: order.id,
              price: order.entry.price,
              label: texts.seconds(order.direction, order.seconds),
              tone: order.direction,
            },
          ],
    ),
  ];
  const points = seconds.flatMap((order): PointMarker[] =>
    order.entry === null
      ? []
      : [
          {
            id: order.id,
            atMs: order.entry.atMs,
            price: order.entry.price,
            label: texts.seconds(order.direction, order.seconds),
            tone: order.direction,
          },
        ],
  );
  return { prices, points };
}
