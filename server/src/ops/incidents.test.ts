/** Nobody voids prices alone, none that orders still hang on, and both sides' sums are told. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { secondsProof } from '@tessera/shared/contract';
import { findRecordBreak, sha256, verifyProof, type RecordEntry } from '@tessera/shared/fairness';
import { opsOn, testPasswordOf } from '../../test/opsOn';
import { useFreshDatabases } from '../../test/freshDatabases';
import { openSecondsDesk, startMs, type SecondsDesk, type TickAt } from '../../test/secondsDesk';
import { testSignatures } from '../../test/testReceipts';
import type { Handler, SignedIn } from '../http/handler';
import { createInvariantWatch } from '../ledger/InvariantWatch';
import { readIncidents } from '../market/fairnessRecord';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';

const freshDatabase = useFreshDatabases();
let desk: SecondsDesk & { close(): Promise<void> };
let ops: ReturnType<typeof opsOn>;
beforeEach(async () => {
  desk = await openSecondsDesk(freshDatabase);
  ops = opsOn(desk.database, desk.clock);
  for (const [name, roles] of [
    ['ann', 'risk'],
    ['ben', 'compliance,trading'],
    ['cleo', 'trading'],
  ])
    expect(await ops(`operators add ${name} --roles ${roles}`, 'root', testPasswordOf(name ?? ''))).toMatchObject({
      exitCode: 0,
    });
});
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
  await desk.close();
});

const at = (offsetMs: number) => new Date(startMs + offsetMs).toISOString();
const propose = (fromMs: number, toMs: number, actor = 'ann') =>
  ops(`incident propose --symbol BTC-USDT --from ${at(fromMs)} --to ${at(toMs)} --reason "wrong source"`, actor);
const codeOf = (statement: string, values: unknown[] = []) =>
  desk.database.owner.query(statement, values).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const incidents = () => readIncidents(desk.database.db).then((read) => read.incidents);
const recorded = () =>
  desk.database.db.selectFrom('publicRecord').select(['seq', 'atMs', 'kind', 'body', 'hash']).orderBy('seq').execute();

const rise: TickAt[] = [
  [200, '100'],
  [30_000, '99'],
  [59_900, '100.01'],
  [60_100, '1'],
];
/** One long that won, one short that lost, both over the first minute. */
async function wonAndLost() {
  await desk.ticks('BTC-USDT', [[-100, '100']]);
  const [winner, loser] = [await desk.aUser('1000'), await desk.aUser('1000')];
  await desk.buy(winner, { direction: 'long', stake: '100', seconds: 60 });
  await desk.buy(loser, { direction: 'short', stake: '50', seconds: 60 });
  await desk.ticks('BTC-USDT', rise);
  await desk.settleAt(60_200);
  return { winner, loser };
}

describe('two operators', () => {
  test('one proposes, another confirms: published with both roles and both sides’ sums, recorded, and refunded', async () => {
    const { winner, loser } = await wonAndLost();
    expect(await propose(10_000, 20_000)).toMatchObject({ exitCode: 0 });
    expect(await incidents()).toEqual([]);
    expect(await ops('incident confirm 1', 'ben')).toMatchObject({ exitCode: 0 });
    const sum = { mode: 'demo', asset: 'USDT', running: 0, orders: 1 };
    const sums = [
      {
        ...sum,
        side: 'long',
        paid: '102',
        won: '83',
        lost: '0',
        returnedBefore: '185',
        refunded: '0',
        setOff: '0',
        returnedAfter: '185',
      },
      {
        ...sum,
        side: 'short',
        paid: '51',
        won: '0',
        lost: '51',
        returnedBefore: '0',
        refunded: '51',
        setOff: '0',
        returnedAfter: '51',
      },
    ];
    const published = { id: '1', symbol: 'BTC-USDT', fromMs: startMs + 10_000, toMs: startMs + 20_000, reason: 'wrong source' };
    const told = { ...published, proposedBy: 'risk', confirmedBy: 'compliance', sums };
    expect(await incidents()).toEqual([{ ...told, publishedAtMs: startMs + 60_200 }]);
    const entries: RecordEntry[] = await recorded();
    expect(JSON.parse(entries.at(-1)?.body ?? '')).toEqual(told);
    expect(entries.at(-1)?.kind).toBe('incident');
    expect(findRecordBreak('0'.repeat(64), entries, sha256)).toBeUndefined();
    await desk.seconds.settlementJob.run(new AbortController().signal);
    expect([await desk.coin(winner), await desk.coin(loser)]).toEqual(['1083', '1000']);
  });

  test('what was done is audited by name, and so is a look at what would be done, which does nothing', async () => {
    await wonAndLost();
    await propose(10_000, 20_000);
    const look = await ops('incident confirm 1 --preview --json', 'ben');
    expect(JSON.parse(look.out)).toMatchObject([{ id: '1', sums: [{ side: 'long' }, { side: 'short', refunded: '51' }] }]);
    expect(await incidents()).toEqual([]);
    await ops('incident confirm 1', 'ben');
    const audit = await desk.database.db.selectFrom('audit').select(['actor', 'action']).orderBy('id').execute();
    expect(audit.filter(({ action }) => action.startsWith('incident'))).toEqual([
      { actor: 'ann', action: 'incident.propose' },
      { actor: 'ben', action: 'incident.confirm' },
    ]);
  });

  test.each<[string, string, RegExp]>([
    ['who proposed it', 'ann', /^INCIDENT_OWN/],
    ['an operator without the role', 'cleo', /^REQUEST_UNAUTHORIZED/],
  ])('%s does not confirm', async (_, actor, says) => {
    await wonAndLost();
    await propose(10_000, 20_000);
    expect(await ops('incident confirm 1', actor)).toMatchObject({ exitCode: 1, err: expect.stringMatching(says) });
    expect(await incidents()).toEqual([]);
  });

  test('it is rejected by either of them, once, for a reason; nobody confirms it then', async () => {
    await wonAndLost();
    await propose(10_000, 20_000);
    await propose(10_000, 20_000);
    expect(await ops('incident reject 1 --reason "prices were right"', 'cleo')).toMatchObject({ exitCode: 1 });
    expect(await ops('incident reject 1 --reason "prices were right"', 'ben')).toMatchObject({ exitCode: 0 });
    expect(await ops('incident reject 2 --reason "taken back"', 'ann')).toMatchObject({ exitCode: 0 });
    expect(await ops('incident proposals')).toMatchObject({ out: '(none)' });
    for (const typed of ['incident confirm 1', 'incident confirm 2', 'incident reject 1 --reason again'])
      expect(await ops(typed, 'ben')).toMatchObject({ exitCode: 1, err: expect.stringMatching(/^INCIDENT_DECIDED/) });
    expect(await ops('incident reject 9 --reason none', 'ben')).toMatchObject({ err: expect.stringMatching(/^DATA_NOT_FOUND/) });
    expect(await codeOf('update incident_proposal set reject_reason = null where id = 1')).toBe('O0004');
    expect(await incidents()).toEqual([]);
  });

  test('it expires, is confirmed once, and falls with the operator who proposed it', async () => {
    await wonAndLost();
    await propose(10_000, 20_000);
    await propose(10_000, 20_000);
    await ops('incident confirm 1', 'ben');
    const over = { exitCode: 1, err: expect.stringMatching(/^INCIDENT_DECIDED/) };
    expect(await ops('incident confirm 1', 'ben')).toMatchObject(over);
    await desk.seconds.settlementJob.run(new AbortController().signal);
    await propose(10_000, 20_000);
    // Others in each of her roles are there already, or come first.
    await ops('operators add dan --roles risk,trading,compliance', 'root');
    expect(await ops('operators disable ann --reason "left"', 'ben')).toMatchObject({ exitCode: 0 });
    expect(await ops('incident confirm 2', 'ben')).toMatchObject(over);
    expect(await propose(10_000, 20_000)).toMatchObject({ exitCode: 1 });
    await propose(10_000, 20_000, 'dan');
    desk.clock.set(startMs + 60_200 + 3_600_000);
    expect(await ops('incident confirm 4', 'ben')).toMatchObject(over);
    expect(await incidents()).toHaveLength(1);
  });

  test.each([
    ['the future', '--symbol BTC-USDT --from 2026-11-18T11:00:00Z --to 2026-11-18T12:00:01Z --reason r', 1],
    ['an unknown symbol', '--symbol NO-PE --from 2026-11-18T11:00:00Z --to 2026-11-18T11:05:00Z --reason r', 1],
    ['an end before the start', '--symbol BTC-USDT --from 2026-11-18T11:05:00Z --to 2026-11-18T11:00:00Z --reason r', 2],
    ['a time without a zone', '--symbol BTC-USDT --from 2026-11-18T11:00:00 --to 2026-11-18T11:05:00 --reason r', 2],
  ])('%s: not even proposed', async (_, flags, exitCode) => {
    expect(await ops(`incident propose ${flags}`)).toMatchObject({ exitCode });
  });

  test('the database itself, asked by its owner, makes no incident of one operator', async () => {
    await wonAndLost();
    await propose(10_000, 20_000);
    const confirm = 'update incident_proposal set confirmed_by = $1, confirmed_role = $2, confirmed_at_ms = $3';
    expect(await codeOf(confirm, [1, 'risk', startMs + 60_200])).toBe('23514');
    expect(await codeOf(confirm, [3, 'risk', startMs + 60_200])).toBe('O0002');
    expect(await codeOf(confirm, [2, 'compliance', startMs + 60_200 + 3_600_000])).toBe('23514');
    const insert = `insert into incident (symbol, from_ms, to_ms, reason, published_at_ms, proposal_id)
      select symbol, from_ms, to_ms, reason, $1, id from incident_proposal`;
    expect(await codeOf(insert, [startMs + 60_200])).toBe('O0005');
    expect(await codeOf(confirm, [2, 'compliance', startMs + 60_200])).toBe('done');
    expect(await codeOf(insert.replace('to_ms, reason, $1', 'to_ms + 1, reason, $1'), [startMs + 60_200])).toBe('O0005');
    expect(await codeOf(confirm, [2, 'compliance', startMs + 60_200])).toBe('O0004');
    expect(await codeOf('delete from operator')).toBe('L0009');
  });
});

describe('orders that still run', () => {
  beforeEach(async () => {
    await desk.ticks('BTC-USDT', [[-100, '100']]);
    await desk.buy(await desk.aUser('1000'), { direction: 'long', stake: '100', seconds: 60 });
    await desk.ticks('BTC-USDT', [
      [200, '100'],
      [20_000, '99'],
    ]);
    desk.clock.set(startMs + 20_100);
  });

  test('are not voided while others may trade: only in a halt for everybody', async () => {
    await propose(10_000, 12_000);
    expect(await ops('incident confirm 1', 'ben')).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/^INCIDENT_ORDERS_RUN/),
    });
    expect(await ops('incident confirm 1 --preview', 'ben')).toMatchObject({
      err: expect.stringMatching(/^INCIDENT_ORDERS_RUN/),
    });
    expect(await incidents()).toEqual([]);
    await ops('market halt BTC-USDT --reason "wrong source"', 'cleo');
    expect(await ops('incident confirm 1', 'ben')).toMatchObject({ exitCode: 0 });
    expect((await incidents())[0]?.sums).toMatchObject([{ side: 'long', orders: 1, running: 1, paid: '102', refunded: '102' }]);
    expect((await recorded()).map(({ kind }) => kind)).toEqual(['halt', 'incident']);
    await desk.seconds.settlementJob.run(new AbortController().signal);
  });

  test('what has changed since it was looked at is refused: an order that ran is over by now', async () => {
    await ops('market halt BTC-USDT --reason "wrong source"', 'cleo');
    await propose(10_000, 12_000);
    const look = await ops('incident confirm 1 --preview', 'ben');
    const [, seen] = /--seen ([0-9a-f]{64})/u.exec(look.out + look.err) ?? [];
    await desk.ticks('BTC-USDT', [
      [59_900, '101'],
      [60_100, '1'],
    ]);
    await desk.settleAt(60_200);
    expect(await ops(`incident confirm 1 --seen ${seen}`, 'ben')).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/^REVIEW_CHANGED/),
    });
    expect(await incidents()).toEqual([]);
    const again = await ops('incident confirm 1 --preview', 'ben');
    const [, now] = /--seen ([0-9a-f]{64})/u.exec(again.out + again.err) ?? [];
    expect(await ops(`incident confirm 1 --seen ${now}`, 'ben')).toMatchObject({ exitCode: 0 });
    await desk.seconds.settlementJob.run(new AbortController().signal);
  });

  test('a time that no running order meets needs no halt', async () => {
    await propose(-5000, -10);
    expect(await ops('incident confirm 1', 'ben')).toMatchObject({ exitCode: 0 });
  });

  test('sums that are not those at the commit are refused, whatever they were counted from', async () => {
    await ops('market halt BTC-USDT --reason "wrong source"', 'cleo');
    await propose(10_000, 12_000);
    await desk.database.owner.query(`create function nothing_counted() returns trigger language plpgsql as
        $$ begin new.sums := '[]'; return new; end $$;
      create trigger zz_nothing_counted before insert on incident for each row execute function nothing_counted()`);
    await expect(ops('incident confirm 1', 'ben')).rejects.toMatchObject({ code: 'T0005' });
    expect(await incidents()).toEqual([]);
  });
});

describe('who holds both directions of a time that he knows will be voided', () => {
  const publish = async (id = 1, fromMs = 10_000, toMs = 20_000) => {
    await propose(fromMs, toMs);
    expect(await ops(`incident confirm ${id}`, 'ben')).toMatchObject({ exitCode: 0 });
    await desk.seconds.settlementJob.run(new AbortController().signal);
  };
  const ask = { nowMs: startMs, language: 'en', ip: '', traceId: '', idempotencyKey: undefined } as const;
  const proofOf = (user: SignedIn, orderId: string) =>
    (desk.seconds.handlers.secondsProve as Handler<'secondsProve'>)({ ...ask, request: { orderId }, user });

  test('gains nothing; who lost more than he won gets back the rest, who only lost gets all, and the other account counts for itself', async () => {
    await desk.ticks('BTC-USDT', [[-100, '100']]);
    const [both, more, loser, real] = [
      await desk.aUser('1000'),
      await desk.aUser('1000'),
      await desk.aUser('1000'),
      await desk.aUser('1000', 'real'),
    ];
    const over = (stake: string, direction: 'long' | 'short') => ({ direction, stake, seconds: 60 });
    await desk.buy(both, over('100', 'long'));
    await desk.buy(both, over('100', 'short'));
    await desk.buy(more, over('20', 'long'));
    await desk.buy(more, over('30', 'short'));
    await desk.buy(more, over('40', 'short'));
    await desk.buy(loser, over('50', 'short'));
    await desk.buy(real, over('70', 'short'));
    await desk.ticks('BTC-USDT', rise);
    await desk.settleAt(60_200);
    expect(await desk.coin(both)).toBe('981');
    await publish();
    // 19 of the pair come back: what it cost. Of 71.4 that the second one lost, all but the 16.6 that he won.
    for (const user of [both, more, loser]) expect(await desk.coin(user)).toBe('1000');
    expect(await desk.coin(real)).toBe('1000');
    const [, short] = (await incidents())[0]?.sums?.filter(({ mode }) => mode === 'demo') ?? [];
    expect(short).toMatchObject({ side: 'short', lost: '224.4', refunded: '124.8', setOff: '99.6', returnedAfter: '124.8' });
  });

  test('what is due by an incident stays due when a later one voids a contract that had got nothing, and its proof shows it', async () => {
    await desk.ticks('BTC-USDT', [[-100, '100']]);
    const user = await desk.aUser('1000');
    const first = await desk.buy(user, { direction: 'short', stake: '50', seconds: 60 });
    const later = await desk.buy(user, { direction: 'short', stake: '50', seconds: 120 });
    const won = await desk.buy(user, { direction: 'long', stake: '80', seconds: 60 });
    await desk.ticks('BTC-USDT', [...rise.slice(0, -1), [60_100, '101'], [119_900, '102'], [120_100, '103']]);
    await desk.settleAt(120_200);
    await publish();
    const shown = async () => {
      const proof = secondsProof.parse(await proofOf(user, first.id));
      const checks = await verifyProof(proof, sha256, { ...testSignatures, userId: user.userId });
      return [proof.order.returned, checks.find(({ name }) => name === 'setOff'), proof.setOff?.others[0]?.order.returned];
    };
    const sums = { name: 'setOff', stated: '35.6', computed: '102 - 66.4' };
    // No root seals these ticks.
    const state = 'pending';
    expect(await shown()).toEqual(['35.6', { ...sums, state }, '0']);
    await publish(2, 70_000, 80_000);
    expect(await shown()).toEqual(['35.6', { ...sums, state }, '51']);
    expect((await proofOf(user, later.id)).setOff).toBeUndefined();
    expect((await proofOf(user, first.id)).setOff?.won.map(({ order }) => order.id)).toEqual([won.id]);
  });

  test('nor when the one that would lose still runs', async () => {
    await desk.ticks('BTC-USDT', [[-100, '100']]);
    const [both, runner] = [await desk.aUser('1000'), await desk.aUser('1000')];
    await desk.buy(both, { direction: 'long', stake: '100', seconds: 30 });
    await desk.buy(both, { direction: 'short', stake: '100', seconds: 60 });
    await desk.buy(runner, { direction: 'short', stake: '100', seconds: 60 });
    await desk.ticks('BTC-USDT', [
      [200, '100'],
      [20_000, '101'],
      [29_900, '102'],
      [30_100, '103'],
    ]);
    await desk.settleAt(30_200);
    expect(await desk.coin(both)).toBe('978');
    await ops('market halt BTC-USDT --reason "wrong source"', 'cleo');
    await publish();
    expect([await desk.coin(both), await desk.stake(both)]).toEqual(['1000', '0']);
    expect([await desk.coin(runner), await desk.stake(runner)]).toEqual(['1000', '0']);
  });
});

describe('what the watch asks of an incident', () => {
  const judge = (statement: string) =>
    desk.database.owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);

  test('refunds other than what the record states, or than what a person is due, are found', async () => {
    const { loser } = await wonAndLost();
    await propose(10_000, 20_000);
    await ops('incident confirm 1', 'ben');
    await desk.seconds.settlementJob.run(new AbortController().signal);
    expect(await desk.violations()).toEqual([]);
    const states = (from: string, to: string) =>
      judge(
        `update public_record set body = replace(body, '"refunded":"${from}"', '"refunded":"${to}"') where kind = 'incident'`,
      );
    await states('51', '50');
    expect(await desk.violations()).toEqual([
      'I12-incident-stated: incident 1 demo short',
      'I12-incident-stated: incident 1 is not in the public record as it is',
    ]);
    await states('50', '51');
    const shorts = (delta: number) =>
      judge(`update entry set amount = amount + ${delta} where journal_id = (select max(correction_journal_id) from seconds_order)
        and account_id in (select id from account where owner_id = ${loser.userId})`);
    await shorts(-1);
    expect(await desk.violations()).toEqual(
      expect.arrayContaining([
        'I12-incident-stated: incident 1 demo short',
        `I12-incident-person: incident 1 user ${loser.userId} demo`,
      ]),
    );
    await shorts(1);
    const round = createInvariantWatch({
      db: desk.database.db,
      clock: desk.clock,
      log: createLog({ logLevel: 'silent' }),
      metrics: createMetrics({ collectProcess: false }),
      extraRules: desk.seconds.ledgerRules,
    });
    await states('51', '50');
    expect((await round.run()).filter(({ subjects }) => subjects.length > 0).map(({ rule }) => rule)).toEqual([
      'I12-incident-stated',
    ]);
    await states('50', '51');
  });

  test('a journal that an incident moves names an order of it', async () => {
    await wonAndLost();
    await judge(`update journal set idem = 'incident:spot:1' where id = (select max(settle_journal_id) from seconds_order)`);
    expect(await desk.violations()).toEqual(expect.arrayContaining([expect.stringContaining('I6-seconds')]));
    await judge(
      `update journal j set idem = 'settle:seconds:' || o.id from seconds_order o where o.settle_journal_id = j.id and j.idem = 'incident:spot:1'`,
    );
  });
});

describe('a halt', () => {
  test('refuses every new order of the symbol, and no other; resumed, orders are taken again', async () => {
    await desk.ticks('BTC-USDT', [[-100, '100']]);
    await desk.ticks('ETH-USDT', [[-100, '5']]);
    const user = await desk.aUser('1000');
    const quote = await desk.quote(user);
    expect(await ops('market halt BTC-USDT --reason "wrong source"', 'cleo')).toMatchObject({ exitCode: 0 });
    await expect(desk.submit(user, { quoteId: quote.quoteId })).rejects.toMatchObject({ code: 'ORDER_MARKET_HALTED' });
    await expect(desk.quote(user)).rejects.toMatchObject({ code: 'ORDER_MARKET_HALTED' });
    await desk.catalog.follow(desk.clock.now());
    expect(desk.catalog.halted()).toEqual(['BTC-USDT']);
    await desk.buy(user, { symbol: 'ETH-USDT' });
    expect(await ops('market halt BTC-USDT --reason again', 'cleo')).toMatchObject({ exitCode: 1 });
    expect(await ops('market resume BTC-USDT --reason "source is right"', 'ann')).toMatchObject({ exitCode: 0 });
    await desk.catalog.follow(desk.clock.now());
    expect(desk.catalog.halted()).toEqual([]);
    await desk.buy(user);
    expect((await recorded()).map(({ kind, body }) => [kind, (JSON.parse(body) as { state: string }).state])).toEqual([
      ['halt', 'halted'],
      ['halt', 'resumed'],
    ]);
  });

  test('an order that was judged before the halt is refused at its commit', async () => {
    await desk.ticks('BTC-USDT', [[-100, '100']]);
    await desk.buy(await desk.aUser('1000'));
    await ops('market halt BTC-USDT --reason "wrong source"', 'cleo');
    const copy = `insert into seconds_order (user_id, mode, client_order_id, symbol_id, asset_class, direction, seconds, asset, stake, fee,
        payout_rate, fee_rate, rule_version, catalog_version, quoted_price, quoted_seq, accepted_price, accepted_seq, accepted_at_ms, expires_at_ms)
      select user_id, mode, gen_random_uuid(), symbol_id, asset_class, direction, seconds, asset, stake, fee,
        payout_rate, fee_rate, rule_version, catalog_version, quoted_price, quoted_seq, accepted_price, accepted_seq, accepted_at_ms, expires_at_ms
      from seconds_order`;
    expect(await codeOf(copy)).toBe('T0005');
  });
});

test('an operator’s name is not used twice, his password is long and asked for, and his row keeps only its hash', async () => {
  expect(await ops('operators add ann --roles risk', 'root')).toMatchObject({ exitCode: 1 });
  expect(await ops('operators add dan --roles risk', 'root', 'short')).toMatchObject({ exitCode: 1 });
  expect(await ops('operators add dan --roles boss', 'root')).toMatchObject({ exitCode: 2 });
  expect(await ops('operators list --json')).toMatchObject({ out: expect.not.stringContaining('argon2') });
  const { rows } = await desk.database.owner.query<{ hash: string }>(`select password_hash as hash from operator`);
  expect(rows.every(({ hash }) => hash.startsWith('$argon2id$'))).toBe(true);
});
