/**
 * Orders that are alive, as a fold of what the exchange said of them: lists, answers to own calls, private events, in any
 * order. Pure; the product's rules say which of two words about one order is the later one and what it means to its holder.
 */
export interface LiveOrder {
  readonly id: string;
  readonly status: string;
}

/** One word about one order. */
export interface OrderNews<Order, Deal> {
  readonly order: Order;
  /** What brought it into this state; none when only the order itself was read. */
  readonly deals: readonly Deal[];
}

export interface OrderOutcome<Order, Kind, Deal> extends OrderNews<Order, Deal> {
  readonly kind: Kind;
}

export interface LiveOrders<Order, Kind, Deal> {
  /** By id, also those that ended while they were watched. */
  readonly orders: ReadonlyMap<string, Order>;
  /** When each was first seen in its present state, in the exchange's clock. */
  readonly sinceMs: ReadonlyMap<string, number>;
  /** What the person was not told yet, oldest first; the latest of an order. */
  readonly outcomes: readonly OrderOutcome<Order, Kind, Deal>[];
}

export interface LiveRules<Order, Kind> {
  /** The same map when `next` says nothing new. */
  readonly fold: (orders: ReadonlyMap<string, Order>, next: Order) => ReadonlyMap<string, Order>;
  readonly isEnded: (order: Order) => boolean;
  /** undefined: nothing to tell. `before` is undefined for an order that was never seen. */
  readonly outcomeOf: (before: Order | undefined, now: Order, hasDeals: boolean) => Kind | undefined;
  /** When an order in this state since `sinceMs` must have been decided; undefined: whenever its price comes. */
  readonly dueAtMs: (order: Order, sinceMs: number) => number | undefined;
}

export const noOrders: LiveOrders<never, never, never> = {
  orders: new Map<string, never>(),
  sinceMs: new Map<string, number>(),
  outcomes: [],
};

export function withNews<Order extends LiveOrder, Kind, Deal>(
  live: LiveOrders<Order, Kind, Deal>,
  { order, deals }: OrderNews<Order, Deal>,
  { fold, outcomeOf }: LiveRules<Order, Kind>,
  nowMs: number,
): LiveOrders<Order, Kind, Deal> {
  const before = live.orders.get(order.id);
  const orders = fold(live.orders, order);
  if (orders === live.orders) return live;
  const kind = outcomeOf(before, order, deals.length > 0);
  return {
    orders,
    sinceMs: before?.status === order.status ? live.sinceMs : new Map(live.sinceMs).set(order.id, nowMs),
    outcomes: kind === undefined ? live.outcomes : [...outcomesWithout(live, order.id), { kind, order, deals }],
  };
}

export const withoutOutcome = <Order extends LiveOrder, Kind, Deal>(
  live: LiveOrders<Order, Kind, Deal>,
  orderId: string,
): LiveOrders<Order, Kind, Deal> => ({ ...live, outcomes: outcomesWithout(live, orderId) });

const outcomesWithout = <Order extends LiveOrder, Kind, Deal>({ outcomes }: LiveOrders<Order, Kind, Deal>, orderId: string) =>
  outcomes.filter(({ order }) => order.id !== orderId);

export const aliveOrders = <Order extends LiveOrder, Kind, Deal>(
  { orders }: LiveOrders<Order, Kind, Deal>,
  { isEnded }: LiveRules<Order, Kind>,
): readonly Order[] => [...orders.values()].filter((order) => !isEnded(order));

/** An event may be lost with the connection: these must have been decided by now. */
export const overdueOrders = <Order extends LiveOrder, Kind, Deal>(
  live: LiveOrders<Order, Kind, Deal>,
  rules: LiveRules<Order, Kind>,
  nowMs: number,
): readonly Order[] =>
  aliveOrders(live, rules).filter((order) => {
    const dueAtMs = rules.dueAtMs(order, live.sinceMs.get(order.id) ?? nowMs);
    return dueAtMs !== undefined && nowMs >= dueAtMs;
  });
