/** Positions are valued in SQL: to the last digit what shared/trading says of each of them. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { amount, price, toText } from '@tessera/shared/money';
import { closingPrice, noDivisor, profitOf } from '@tessera/shared/trading';
import { useTestDatabase } from '../../test/testDatabase';

const database = useTestDatabase();

const decimal = (most: number, decimals: number, least = 1) =>
  fc.integer({ min: least, max: most }).map((units) => {
    const digits = String(units).padStart(decimals + 1, '0');
    return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  });
const position = fc.record({
  direction: fc.constantFrom('long' as const, 'short' as const),
  lots: decimal(1_000_000, 3),
  contractSize: fc.constantFrom('1', '100', '100000', '0.01'),
  open: fc.oneof(decimal(20_000_000, 2), decimal(2_000_000, 5), decimal(900, 7)),
  tick: fc.oneof(decimal(20_000_000, 2), decimal(2_000_000, 5), decimal(900, 7)),
  below: decimal(400, 5, 0),
  above: decimal(400, 5, 0),
  divisor: fc.option(fc.oneof(decimal(30_000_000, 3), decimal(20, 1), fc.constantFrom('3', '7', '149.997')), { nil: undefined }),
});

test('any position at any price, converted or not: the same profit as the formula of the contract', async () => {
  const drawn = fc.sample(position, 3000);
  const text = (of: (one: (typeof drawn)[number]) => string) => drawn.map((one) => toText(price(of(one))));
  const { rows } = await sql<{ profit: string }>`
    select floating_profit(direction, lots, contract_size, open, tick, below, above, divisor) as profit
    from unnest(${drawn.map((one) => one.direction)}::text[], ${text((one) => one.lots)}::numeric[], ${text((one) => one.contractSize)}::numeric[],
      ${text((one) => one.open)}::numeric[], ${text((one) => one.tick)}::numeric[], ${text((one) => one.below)}::numeric[],
      ${text((one) => one.above)}::numeric[], ${text((one) => one.divisor ?? '1')}::numeric[])
      with ordinality p (direction, lots, contract_size, open, tick, below, above, divisor, place) order by place`.execute(
    database.db,
  );
  const wanted = drawn.map((one) => {
    const spread = { below: price(one.below), above: price(one.above) };
    const divisor = one.divisor === undefined ? noDivisor : price(one.divisor);
    const size = { lots: amount(one.lots), contractSize: amount(one.contractSize) };
    const at = closingPrice(one.direction, price(one.tick), spread);
    return toText(profitOf(one.direction, size, price(one.open), at, { divisor, scale: 6 }));
  });
  expect(rows.map(({ profit }) => toText(amount(profit)))).toEqual(wanted);
});

test('something is not known: no figure instead of a wrong one', async () => {
  const { rows } = await sql`
    select floating_profit('long', 1, 1, null, 5, 0, 0, 1) as pending, floating_profit('long', 1, 1, 5, null, 0, 0, 1) as unpriced,
      floating_profit('short', 1, 1, 5, 5, 0, 0, null) as unconverted`.execute(database.db);
  expect(rows).toEqual([{ pending: null, unpriced: null, unconverted: null }]);
});
