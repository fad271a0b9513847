import { aliveOrders, noOrders, overdueOrders, withNews, withoutOutcome, type LiveOrders, type LiveRules } from './liveOrders';

interface Order {
  readonly id: string;
  readonly status: 'open' | 'closing' | 'closed';
}
const rank = { open: 0, closing: 1, closed: 2 };
const rules: LiveRules<Order, string> = {
  fold(orders, next) {
    const known = orders.get(next.id);
    return known !== undefined && rank[known.status] >= rank[next.status] ? orders : new Map(orders).set(next.id, next);
  },
  isEnded: ({ status }) => status === 'closed',
  outcomeOf: (before, now, hasDeals) => (before === undefined && !hasDeals ? undefined : now.status),
  dueAtMs: ({ status }, sinceMs) => (status === 'closing' ? sinceMs + 30 : undefined),
};
type Live = LiveOrders<Order, string, string>;
const said = (id: string, status: Order['status'], deals: readonly string[] = []) => ({ order: { id, status }, deals });
const after = (...words: (readonly [ReturnType<typeof said>, number])[]) =>
  words.reduce<Live>((live, [news, atMs]) => withNews(live, news, rules, atMs), noOrders);

it('an older word changes nothing, and nothing is told of what was seen for the first time', () => {
  const live = after([said('a', 'closed'), 0]);
  expect(live.outcomes).toEqual([]);
  expect(withNews(live, said('a', 'open'), rules, 1)).toBe(live);
  expect(aliveOrders(live, rules)).toEqual([]);
});
it('the latest outcome of each order waits, oldest first, until it is dismissed', () => {
  const live = after(
    [said('a', 'open'), 0],
    [said('b', 'open'), 0],
    [said('a', 'closing'), 1],
    [said('b', 'closed', ['deal']), 2],
    [said('a', 'closed', ['deal']), 3],
  );
  expect(live.outcomes.map(({ kind, order }) => [order.id, kind])).toEqual([
    ['b', 'closed'],
    ['a', 'closed'],
  ]);
  expect(withoutOutcome(live, 'b').outcomes.map(({ order }) => order.id)).toEqual(['a']);
});
it('overdue: counted from when it was first seen in its present state', () => {
  const live = after([said('a', 'open'), 0], [said('b', 'open'), 0], [said('a', 'closing'), 100]);
  expect(overdueOrders(live, rules, 129)).toEqual([]);
  expect(overdueOrders(live, rules, 130).map(({ id }) => id)).toEqual(['a']);
});
