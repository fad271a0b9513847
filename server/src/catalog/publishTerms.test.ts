/** Operators change terms through the command line; nodes follow, and what was accepted keeps what it was accepted under. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { opsOn } from '../../test/opsOn';
import { useFreshDatabases } from '../../test/freshDatabases';
import { openSecondsDesk, startMs, type SecondsDesk } from '../../test/secondsDesk';
import { loadCatalog } from './Catalog';

const freshDatabase = useFreshDatabases();
let desk: SecondsDesk & { close(): Promise<void> };
let ops: ReturnType<typeof opsOn>;
beforeEach(async () => {
  desk = await openSecondsDesk(freshDatabase);
  ops = opsOn(desk.database, desk.clock);
  await desk.ticks('BTC-USDT', [[-100, '100']]);
});
afterEach(async () => {
  await desk.close();
});

const payout = async () => (await desk.quote(await desk.aUser(), { seconds: 30 })).payoutRate;

test('a payout is changed: every node follows, the order that runs and the quote that was given keep theirs, the log says who', async () => {
  const otherNode = await loadCatalog(desk.database.db, startMs);
  const user = await desk.aUser();
  const running = await desk.buy(user, { seconds: 30 });
  const quote = await desk.quote(user, { seconds: 30 });
  expect(await ops('catalog set seconds crypto/30 payout_rate=0.75 fee_rate=0.01 --reason "calm weeks"')).toMatchObject({
    exitCode: 0,
  });
  expect(await payout()).toBe('0.82');
  await desk.catalog.follow(startMs);
  await otherNode.follow(startMs);
  expect(await payout()).toBe('0.75');
  expect(otherNode.secondsTerms('BTC-USDT')[0]?.payoutRate.toString()).toBe('0.75');
  expect(otherNode.secondsTerms('BTC-USDT').map(({ seconds }) => seconds)).toEqual([30, 60, 120, 180, 300]);
  expect(await desk.submit(user, { seconds: 30, quoteId: quote.quoteId })).toMatchObject({ payoutRate: '0.82' });
  await desk.ticks('BTC-USDT', [
    [200, '100'],
    [15_000, '101'],
    [29_000, '102'],
    [30_100, '1'],
  ]);
  await desk.settleAt(30_200);
  const found = await desk.database.db
    .selectFrom('secondsOrder')
    .select(['payoutRate', 'returned', 'catalogVersion'])
    .where('id', '=', Number.parseInt(running.id, 10))
    .executeTakeFirstOrThrow();
  expect([found.payoutRate, Number.parseFloat(found.returned ?? ''), found.catalogVersion]).toEqual(['0.82', 18.2, 1]);
  const audit = await desk.database.db.selectFrom('audit').select(['actor', 'action', 'subject', 'details']).executeTakeFirst();
  expect(audit).toMatchObject({ actor: 'ann', action: 'catalog.set', subject: 'seconds crypto/30' });
  expect(audit?.details).toContain('"payout_rate":"0.75"');
  expect(await desk.violations()).toEqual([]);
});

test('a symbol is closed from an instant on, and opened again', async () => {
  const user = await desk.aUser();
  expect(await ops(`catalog close BTC-USDT --reason maintenance --from ${startMs + 5_000}`)).toMatchObject({ exitCode: 0 });
  await desk.catalog.follow(startMs + 4_999);
  expect(await desk.buy(user)).toMatchObject({ status: 'accepted' });
  await desk.catalog.follow(startMs + 5_000);
  await expect(desk.quote(user)).rejects.toMatchObject({ code: 'ORDER_SYMBOL_NOT_TRADABLE' });
  // Its prices go on: its days are drawn ahead.
  expect(desk.catalog.symbol('BTC-USDT')).toMatchObject({ hasSeconds: false });
  await expect(
    desk.database.owner.query(`update symbol set until_version = 2 where id = 'ETH-USDT' and until_version is null`),
  ).rejects.toThrow('not taken off');
  // The clock steps back: what was taken up stays.
  await desk.catalog.follow(startMs);
  await expect(desk.quote(user)).rejects.toMatchObject({ code: 'ORDER_SYMBOL_NOT_TRADABLE' });
  expect(await ops(`catalog open BTC-USDT --reason done`)).toMatchObject({ exitCode: 1, err: expect.stringContaining('later') });
  desk.clock.set(startMs + 6_000);
  await ops(`catalog open BTC-USDT seconds --reason done`);
  await desk.ticks('BTC-USDT', [[5_900, '100']]);
  await desk.catalog.follow(startMs + 6_000);
  expect(await desk.buy(user)).toMatchObject({ status: 'accepted' });
  expect([desk.catalog.spotTerms('BTC-USDT'), desk.catalog.leverageTerms('BTC-USDT')]).toEqual([undefined, undefined]);
});

test('leverage and spot terms, and the list of what is in force', async () => {
  await ops('catalog set leverage BTC-USDT leverages=50,10,20 fee_rate=0.0007 --reason less');
  await ops('catalog set leverage ETH-USDT exposure_limits=20:900000,100:200000 --reason less');
  await ops('catalog set spot BTC-USDT fee_rate=0.003 --reason more');
  await ops('catalog set symbol BTC-USDT lot_step=0.01 lot_min=0.01 --reason coarser');
  await desk.catalog.follow(startMs);
  expect(desk.catalog.leverageTerms('BTC-USDT')?.leverages).toEqual([10, 20, 50]);
  expect(desk.catalog.spotTerms('BTC-USDT')?.feeRate.toString()).toBe('0.003');
  expect(desk.catalog.symbol('BTC-USDT')?.lotStep.toString()).toBe('0.01');
  expect(
    desk.catalog.leverageTerms('ETH-USDT')?.exposureLimits.map(({ leverage, notional }) => [leverage, String(notional)]),
  ).toEqual([
    [20, '900000'],
    [100, '200000'],
  ]);
  expect(desk.catalog.version()).toBe(5);
  expect((await ops('catalog list')).out).toContain('coarser');
  expect((await ops('catalog list spot')).out).toContain('0.003');
});

describe('what is refused', () => {
  test.each([
    ['catalog set seconds crypto/31 fee_rate=0 --reason x', 1, 'DATA_NOT_FOUND'],
    ['catalog set seconds crypto/30 payout_rate=0 --reason x', 1, 'PARAMETER_WRONG'],
    ['catalog set leverage USD-JPY swap_long=3.4 --reason x', 1, 'may bring 3.3'],
    ['catalog set leverage BTC-USDT swap_short=0.0012 --reason x', 1, 'may bring 0.0011 at most'],
    ['catalog set leverage BTC-USDT fee_rate=0.00001 swap_long=0.0003 --reason x', 1, 'both fees'],
    ['catalog set leverage BTC-USDT exposure_limits=20:500,100:900 --reason x', 1, '(exposure_limits)'],
    ['catalog set leverage BTC-USDT exposure_limits=many --reason x', 1, '(exposure_limits)'],
    ['catalog set seconds crypto/30 digits=3 --reason x', 1, '(digits)'],
    ['catalog set seconds crypto/30 fee_rate=1e3 --reason x', 1, '(fee_rate)'],
    ['catalog set seconds crypto/30 fee_rate=0.01', 2, '--reason'],
    ['catalog set seconds crypto/30 fee_rate=0.01 --reason x --from 2026-01-01T00:00:00Z', 1, '(validFromMs)'],
    [`catalog set seconds crypto/30 fee_rate=0.01 --reason x --from ${startMs + 3_600_001}`, 1, '(validFromMs)'],
    ['catalog close NOPE-USDT --reason x', 1, 'DATA_NOT_FOUND'],
  ])('%s', async (text, exitCode, err) => {
    expect(await ops(text)).toMatchObject({ exitCode, err: expect.stringContaining(err) });
    expect(await desk.database.db.selectFrom('catalogVersion').select('version').execute()).toHaveLength(1);
    expect(await desk.database.db.selectFrom('audit').selectAll().execute()).toEqual([]);
  });
});
