/** What happens to real money, drawn in any order. Sums are in USDT; `which` counts around among what there is. */
import fc from 'fast-check';
import type { PaymentState } from '../../src/gateway/Gateway';

const who = fc.nat(1);
const which = fc.nat(5);
const sum = fc.integer({ min: 100, max: 900 });
const what = <Name extends string, Rest>(name: Name, rest: { readonly [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> }) =>
  fc.record({ do: fc.constant(name), ...rest } as never) as fc.Arbitrary<{ readonly do: Name } & Readonly<Rest>>;

const often = <One>(weight: number, arbitrary: fc.Arbitrary<One>) => ({ weight, arbitrary });
const payment = fc.constantFrom<PaymentState | 'wrong amount'>(
  ...['paid' as const, 'paid' as const, 'paid' as const],
  ...['declined' as const, 'refunded' as const, 'charged_back' as const, 'wrong amount' as const],
);

const deed = fc.oneof(
  often(4, what('ask', { who, sum, method: fc.constantFrom('manual' as const, 'crypto' as const, 'bank_card' as const) })),
  often(4, what('report', { which, state: payment })),
  often(2, what('arrive', { who, sum })),
  often(1, what('reorganise', { which })),
  often(2, what('read', {})),
  often(3, what('order', { who, sum })),
  often(4, what('pay', { which })),
  often(1, what('drop', { which })),
  often(1, what('wait', {})),
  often(2, what('settle', { sum })),
  often(6, what('decide', { which, verdict: fc.constantFrom('approved' as const, 'approved' as const, 'rejected' as const) })),
  often(3, what('reverse', { which })),
  often(2, what('withdraw', { who, sum })),
  often(1, what('recall', { who })),
  often(3, what('payout', { who, isPaid: fc.boolean() })),
  often(2, what('transfer', { who, sum, from: fc.constantFrom('coin' as const, 'contract' as const) })),
  often(1, what('exchange', { who, sum, from: fc.constantFrom('USDT' as const, 'BTC' as const) })),
);
export type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

/** `cut`: the first try dies at its commit. `again`: who did it has heard no answer. */
export const moneyCommands = fc.array(
  fc.record({ deed, how: fc.constantFrom('once' as const, 'once' as const, 'once' as const, 'cut' as const, 'again' as const) }),
  { minLength: 35, maxLength: 45, size: 'max' },
);
export type MoneyCommand = typeof moneyCommands extends fc.Arbitrary<readonly (infer T)[]> ? T : never;
