/** The gate as one function: what it refuses with is the first row that is not met, and each row hangs on its own facts. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AppError } from '@tessera/shared/errors';
import { pageTable } from '@tessera/shared/federation';
import { add, amount, price, type Amount } from '@tessera/shared/money';
import { leftIn, valueOf } from './askedTerms';
import { judgeGate, requireGate, type GateFacts } from './gate';

const nowMs = Date.UTC(2026, 10, 18, 12);
const dayMs = 86_400_000;
const sum = (most: number) => fc.integer({ min: 0, max: most }).map((units) => amount(String(units)));
const level = fc.constantFrom('none' as const, 'primary' as const, 'advanced' as const);
const instant = fc.constantFrom(0, nowMs - 2 * dayMs, nowMs - dayMs, nowMs - 1, nowMs, nowMs + 1, nowMs + dayMs);

/** Everything is met. */
const free: GateFacts = {
  nowMs,
  isFrozen: false,
  isLocked: false,
  identityNeed: 'advanced',
  identityHas: 'advanced',
  identityStatus: 'certified',
  hasPaymentPassword: true,
  paymentPasswordSinceMs: nowMs - dayMs,
  heldUntilMs: nowMs,
  payees: 1,
  payeeFromMs: nowMs,
  pending: 0,
  leveraged: 0,
  turnover: { have: amount('0'), need: amount('0') },
};
const dayLimit = fc.record({
  have: sum(3),
  need: sum(3),
  moreFromMs: fc.option(instant),
  raisedBy: fc.constantFrom(undefined, 'primary' as const, 'advanced' as const),
});
const facts: fc.Arbitrary<GateFacts> = fc
  .record({
    isFrozen: fc.boolean(),
    isLocked: fc.boolean(),
    identityNeed: level,
    identityHas: level,
    identityStatus: fc.constantFrom('not_certified' as const, 'under_review' as const, 'rejected' as const),
    hasPaymentPassword: fc.boolean(),
    paymentPasswordSinceMs: fc.option(instant),
    heldUntilMs: instant,
    payees: fc.nat(2),
    payeeFromMs: fc.option(instant),
    pending: fc.nat(1),
    leveraged: fc.nat(3),
    turnover: fc.record({ have: sum(3), need: sum(3) }),
    more: fc.option(fc.record({ dayLimit, owed: sum(1) }), { nil: undefined }),
  })
  .map(({ more, ...drawn }) => ({ ...free, ...drawn, ...more }));

const refusalOf = (of: GateFacts): AppError | undefined => {
  try {
    requireGate(of);
    return undefined;
  } catch (error) {
    return error as AppError;
  }
};

test('whatever the facts: refused exactly when a row is not met, by the code of the first of them', () => {
  const codes: Readonly<Record<string, RegExp>> = {
    account: /^AUTH_ACCOUNT_(FROZEN|LOCKED)$/,
    identity: /^IDENTITY_(REQUIRED|REJECTED|ALREADY_APPLIED)$/,
    payment_password: /^WITHDRAWAL_(PAYMENT_PASSWORD_MISSING|HELD)$/,
    hold: /^WITHDRAWAL_HELD$/,
    payee: /^WITHDRAWAL_ADDRESS_MISSING$/,
    payee_age: /^WITHDRAWAL_ADDRESS_HELD$/,
    pending: /^WITHDRAWAL_PENDING_EXISTS$/,
    leverage: /^ORDER_OPEN_TRADE_FORBIDS$/,
    turnover: /^WALLET_TURNOVER_INSUFFICIENT$/,
    day_limit: /^WITHDRAWAL_DAY_LIMIT_REACHED$/,
    loan: /^LOAN_OWED$/,
  };
  fc.assert(
    fc.property(facts, (drawn) => {
      const rows = judgeGate(drawn);
      const first = rows.find(({ isMet }) => !isMet);
      const refusal = refusalOf(drawn);
      expect(refusal === undefined).toBe(first === undefined);
      if (first !== undefined) expect(refusal?.code).toMatch(codes[first.id] ?? /never/);
      expect(rows.map(({ id }) => id)).toEqual(
        Object.keys(codes).filter((id) => (drawn.owed === undefined ? id !== 'loan' && id !== 'day_limit' : true)),
      );
      // What is waited for is an instant to come.
      for (const { unit, need, isMet } of rows)
        if (unit === 'until') expect([isMet, Number(need) > nowMs]).toEqual([false, true]);
    }),
    { numRuns: 500 },
  );
});

test('an address that is not there is not old either', () => {
  const row = judgeGate({ ...free, payees: 0, payeeFromMs: null }).find(({ id }) => id === 'payee_age');
  expect(row).toMatchObject({ isMet: false, need: null });
});

test('a row hangs on its own facts: mending one changes no other', () => {
  const mended: readonly [string, Partial<GateFacts>][] = [
    ['account', { isFrozen: false, isLocked: false }],
    ['identity', { identityHas: 'advanced' }],
    ['payment_password', { hasPaymentPassword: true, paymentPasswordSinceMs: null }],
    ['hold', { heldUntilMs: 0 }],
    // Whose age is judged is there.
    ['payee_age', { payees: 1, payeeFromMs: null }],
    ['pending', { pending: 0 }],
    ['leverage', { leveraged: 0 }],
    ['turnover', { turnover: { have: amount('3'), need: amount('3') } }],
  ];
  fc.assert(
    fc.property(facts, fc.constantFrom(...mended), (drawn, [id, better]) => {
      const known = id === 'payee_age' ? { ...drawn, payees: 1 } : drawn;
      const [before, after] = [judgeGate(known), judgeGate({ ...known, ...better })];
      expect(after.find((row) => row.id === id)?.isMet).toBe(true);
      expect(after.filter((row) => row.id !== id)).toEqual(before.filter((row) => row.id !== id));
    }),
    { numRuns: 500 },
  );
});

const dayOf = (have: string) => ({
  have: amount(have),
  need: amount('2'),
  moreFromMs: nowMs + 1,
  raisedBy: 'advanced' as const,
});

test('what is not met leads to the page that mends it, and nowhere where waiting is all there is', () => {
  const unmet: GateFacts = {
    ...free,
    isFrozen: true,
    identityHas: 'primary',
    identityStatus: 'not_certified',
    hasPaymentPassword: false,
    heldUntilMs: nowMs + 1,
    payees: 0,
    payeeFromMs: null,
    pending: 1,
    leveraged: 1,
    turnover: { have: amount('1'), need: amount('2') },
    dayLimit: dayOf('2'),
    owed: amount('1'),
  };
  const rows = judgeGate(unmet);
  expect(rows.map(({ id, isMet, href }) => [id, isMet, href])).toEqual([
    ['account', false, '/pages/service/index'],
    ['identity', false, '/pages/user/seniorAuth'],
    ['payment_password', false, '/pages/user/editPaypwd'],
    ['hold', false, null],
    ['payee', false, '/pages/bankcard/index'],
    ['payee_age', false, null],
    ['pending', false, '/pages/assets/withdrawOrder'],
    // The list opens with other orders, where nothing says which.
    ['leverage', false, '/pages/contract/orderRecond?product=leverage'],
    ['turnover', false, '/pages/contract/index'],
    ['day_limit', false, '/pages/user/seniorAuth'],
    ['loan', false, '/pages/InterestTreasure/index?product=loans'],
  ]);
  const paths = rows.flatMap(({ href }) => href?.split('?')[0] ?? []);
  expect(paths.filter((path) => !pageTable.some((page) => page.path === path))).toEqual([]);
  // One that was set today: set anew, it would wait anew.
  const young = judgeGate({ ...free, paymentPasswordSinceMs: nowMs - 1 }).find(({ id }) => id === 'payment_password');
  expect(young).toMatchObject({ isMet: false, href: null, unit: 'until' });
});

test('of a quoted asset as much is left as the day allows: that much fits, the smallest unit more does not', () => {
  const scale = 8;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 10 ** 9 }), (cents, ticks) => {
      const limit = { ...dayOf('0'), need: amount(String(cents / 100)) };
      const quoted = price((ticks / 10_000).toFixed(4));
      const priceOf = () => quoted;
      const left = leftIn('BTC', limit, { scale, priceOf });
      if (left === undefined) throw new Error('it is quoted');
      const isMetWith = (wanted: Amount) =>
        refusalOf({ ...free, dayLimit: { ...limit, wanted: valueOf('BTC', wanted, priceOf) ?? amount('0') } }) === undefined;
      expect(isMetWith(left)).toBe(true);
      expect(isMetWith(add(left, amount('0.00000001')))).toBe(false);
    }),
  );
});

test('what is left of the day may be asked for, to the cent; the row says when more is, and which step raises it', () => {
  expect(refusalOf({ ...free, dayLimit: dayOf('1.99') })).toBeUndefined();
  expect(refusalOf({ ...free, dayLimit: { ...dayOf('1.5'), wanted: amount('0.5') } })).toBeUndefined();
  const rowOf = (limit: NonNullable<GateFacts['dayLimit']>) =>
    judgeGate({ ...free, dayLimit: limit }).find(({ id }) => id === 'day_limit');
  expect(rowOf(dayOf('2'))).toMatchObject({
    isMet: false,
    have: '2',
    need: '2',
    unit: 'usdt',
    moreFromMs: nowMs + 1,
    href: '/pages/user/seniorAuth',
  });
  const untouched = rowOf({ ...dayOf('0'), moreFromMs: null, raisedBy: undefined });
  expect(untouched).toMatchObject({ isMet: true, href: null });
  expect(untouched).not.toHaveProperty('moreFromMs');
});

test.each<[string, Partial<GateFacts>, string, Readonly<Record<string, string>> | undefined]>([
  ['frozen before locked', { isFrozen: true, isLocked: true }, 'AUTH_ACCOUNT_FROZEN', undefined],
  [
    'a certificate that is not far enough',
    { identityHas: 'primary', identityStatus: 'not_certified' },
    'IDENTITY_REQUIRED',
    undefined,
  ],
  [
    'one millisecond before a day',
    { paymentPasswordSinceMs: nowMs - dayMs + 1 },
    'WITHDRAWAL_HELD',
    { until: '2026-11-18 12:00 UTC' },
  ],
  ['one millisecond of a hold', { heldUntilMs: nowMs + 1 }, 'WITHDRAWAL_HELD', { until: '2026-11-18 12:00 UTC' }],
  ['one cent of turnover', { turnover: { have: amount('1.99'), need: amount('2') } }, 'WALLET_TURNOVER_INSUFFICIENT', undefined],
  ['nothing left of the day', { dayLimit: dayOf('2') }, 'WITHDRAWAL_DAY_LIMIT_REACHED', { left: '0', max: '2', asset: 'USDT' }],
  [
    'a cent more than is left of the day',
    { dayLimit: { ...dayOf('1.5'), wanted: amount('0.51') } },
    'WITHDRAWAL_DAY_LIMIT_REACHED',
    { left: '0.5', max: '2', asset: 'USDT' },
  ],
  ['something is owed', { owed: amount('0.01') }, 'LOAN_OWED', undefined],
])('%s', (_, more, code, params) => {
  expect(refusalOf(free)).toBeUndefined();
  expect(refusalOf({ ...free, ...more })).toMatchObject({ code, ...(params === undefined ? {} : { params }) });
});
