/** Statements: any cut of any history adds up, each page and the file say the same, and a reader who goes away leaves nothing behind. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { AccountMode, RecordKind, Statement, StatementAccount } from '@tessera/shared/contract';
import { add, amount, compare, negate, subtract, toText, zero } from '@tessera/shared/money';
import { longHistory } from '../../test/longHistory';
import { useTradingExchange, type Person } from '../../test/tradingExchange';
import { house, post, type Leg } from '../ledger/Ledger';
import type { Db } from '../store/database';
import { readStatement } from './readStatement';
import { createStatements } from './Statements';

const exchange = useTradingExchange();
const day = 86_400_000;
const startMs = Date.UTC(2026, 2, 1);

interface Moved {
  readonly userId: number;
  readonly text: string;
  readonly atMs: number;
  readonly kind?: RecordKind;
  readonly account?: StatementAccount;
  readonly asset?: string;
  readonly mode?: AccountMode;
  readonly fee?: string;
  readonly ref?: string;
}
const postMoved = ({
  userId,
  text,
  atMs,
  kind = 'topup',
  account = 'coin',
  asset = 'USDT',
  mode = 'demo',
  fee,
  ref = 'r',
}: Moved) => {
  const legs: Leg[] = [
    { account: { ownerId: userId, kind: account, asset }, amount: amount(text) },
    { account: house('pnl', asset), amount: negate(add(amount(text), amount(fee ?? '0'))) },
    ...(fee === undefined ? [] : [{ account: house('fee', asset), amount: amount(fee) }]),
  ];
  return exchange.database.db.transaction().execute((tx) => post(tx, { mode, kind, ref, idem: randomUUID(), atMs, legs }));
};
const asking = { account: 'coin', asset: 'USDT', fromMs: startMs, untilMs: startMs + 365 * day };
const statementOf = (person: Person, request: object = {}): Promise<Statement> =>
  person.get<Statement>('statement', { ...asking, pageSize: 100, ...request });
async function aPerson(): Promise<Person> {
  return exchange.aPerson({ coin: '0' });
}
async function wholeOf(person: Person, request: object, pageSize: number): Promise<Statement> {
  let page = await statementOf(person, { ...request, pageSize });
  const items = [...page.items];
  while (page.next !== null) {
    page = await statementOf(person, { ...request, pageSize, cursor: page.next });
    items.push(...page.items);
  }
  return { ...page, items };
}
/** What a reader adds up himself. */
function expectAddedUp({ opening, closing, totals, items }: Statement): void {
  let [version, balance] = [opening.version, amount(opening.balance)];
  const byKind = new Map<string, { entries: number; moved: typeof zero }>();
  for (const item of items) {
    balance = add(balance, amount(item.amount));
    expect([item.version, item.balanceAfter]).toEqual([(version += 1), toText(balance)]);
    const kept = byKind.get(item.kind) ?? { entries: 0, moved: zero };
    byKind.set(item.kind, { entries: kept.entries + 1, moved: add(kept.moved, amount(item.amount)) });
  }
  expect({ version, balance: toText(balance) }).toEqual(closing);
  expect(Object.fromEntries(totals.map(({ kind, entries, moved }) => [kind, { entries, moved }]))).toEqual(
    Object.fromEntries([...byKind].map(([kind, { entries, moved }]) => [kind, { entries, moved: toText(moved) }])),
  );
}

describe('any period', () => {
  const kinds = ['topup', 'spot', 'adjustment', 'demo_refill', 'withdrawal'] as const;
  const movement = fc.record({
    cents: fc.integer({ min: -5000, max: 9000 }).filter((cents) => cents !== 0),
    // Out of order too, and several within one millisecond.
    atMs: fc.integer({ min: 0, max: 40 }).map((step) => startMs + step * 250),
    kind: fc.constantFrom(...kinds),
    fee: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  });

  test('random postings, random cuts: opening and entries make closing, neighbours join, kinds add up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(movement, { minLength: 1, maxLength: 14 }),
        fc.uniqueArray(fc.integer({ min: -1, max: 42 }), { minLength: 2, maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        async (movements, steps, pageSize) => {
          const person = await aPerson();
          for (const { cents, fee, ...moved } of movements) {
            const text = toText(amount(`${cents / 100}`));
            const more = fee === undefined ? {} : { fee: `0.${String(fee).padStart(2, '0')}` };
            await postMoved({ userId: person.userId, text, ...moved, ...more }).catch((error: { code: string }) =>
              expect(error.code).toBe('WALLET_BALANCE_INSUFFICIENT'),
            );
          }
          const cuts = [...steps].sort((a, b) => a - b).map((step) => startMs + step * 250);
          const periods = cuts.slice(1).map((untilMs, index) => ({ fromMs: cuts[index] ?? 0, untilMs }));
          let before: Statement | undefined;
          for (const period of periods) {
            const whole = await wholeOf(person, period, pageSize);
            expectAddedUp(whole);
            expect(whole.items.every(({ atMs }) => atMs >= period.fromMs && atMs < period.untilMs)).toBe(true);
            if (before !== undefined) expect(whole.opening).toEqual(before.closing);
            before = whole;
          }
          const all = await wholeOf(person, { fromMs: 0, untilMs: startMs + day }, pageSize);
          expectAddedUp(all);
          expect(all.opening).toEqual({ version: 0, balance: '0' });
          expect([...all.items].sort((a, b) => a.atMs - b.atMs)).toEqual(all.items);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('an entry at the very border belongs to what begins there; those of one millisecond stand in the order of the balance', async () => {
    const person = await aPerson();
    const border = startMs + day;
    const { userId } = person;
    await postMoved({ userId, text: '10', atMs: border - 1 });
    for (const text of ['5', '-3', '7']) await postMoved({ userId, text, atMs: border });
    const first = await statementOf(person, { untilMs: border });
    const second = await statementOf(person, { fromMs: border });
    expect([first.closing, second.opening]).toEqual([
      { version: 1, balance: '10' },
      { version: 1, balance: '10' },
    ]);
    expect(second.items.map(({ version, amount: moved, balanceAfter }) => [version, moved, balanceAfter])).toEqual([
      [2, '5', '15'],
      [3, '-3', '12'],
      [4, '7', '19'],
    ]);
  });

  test('the days at which clocks change have 23 and 25 hours, and lose nothing', async () => {
    const person = await aPerson();
    // Berlin: 29 March and 25 October 2026, as its midnights in UTC.
    const midnights = ['2026-03-28T23:00Z', '2026-03-29T22:00Z', '2026-10-24T22:00Z', '2026-10-25T23:00Z'].map(Date.parse);
    for (const [index, atMs] of midnights.entries()) {
      await postMoved({ userId: person.userId, text: `${index + 1}`, atMs: atMs - 1 });
      await postMoved({ userId: person.userId, text: `${index + 1}0`, atMs });
    }
    const [spring, springEnd, autumn, autumnEnd] = midnights;
    const amountsOf = async (fromMs = 0, untilMs = 0) =>
      (await statementOf(person, { fromMs, untilMs })).items.map(({ amount: moved }) => moved);
    expect(await amountsOf(spring, springEnd)).toEqual(['10', '2']);
    expect(await amountsOf(autumn, autumnEnd)).toEqual(['30', '4']);
    expectAddedUp(await statementOf(person, { fromMs: spring, untilMs: autumnEnd }));
  });

  test('nothing happened in it, or never anything: opening is closing, and there are no kinds', async () => {
    const person = await aPerson();
    await postMoved({ userId: person.userId, text: '10', atMs: startMs });
    const later = await statementOf(person, { fromMs: startMs + 1 });
    expect(later).toMatchObject({ opening: { version: 1, balance: '10' }, closing: { version: 1, balance: '10' }, next: null });
    expect([later.items, later.totals]).toEqual([[], []]);
    const never = await statementOf(person, { account: 'loan', asset: 'BTC' });
    expect(never).toMatchObject({ opening: { version: 0, balance: '0' }, closing: { version: 0, balance: '0' }, items: [] });
    expect(never.accounts).toEqual([{ account: 'coin', asset: 'USDT' }]);
  });

  test('every account is there, with its causes; a fee stands where it was paid from and not where money waits', async () => {
    const person = await exchange.aPerson({ coin: '0', mode: 'real' });
    const { userId } = person;
    const mode = 'real';
    await postMoved({ userId, mode, text: '500', atMs: startMs, ref: 'TOPUP1' });
    await exchange.database.db.transaction().execute((tx) =>
      post(tx, {
        ...{ mode, kind: 'seconds_open', ref: '77', idem: randomUUID(), atMs: startMs + 1 },
        legs: [
          { account: { ownerId: userId, kind: 'coin', asset: 'USDT' }, amount: amount('-102') },
          { account: { ownerId: userId, kind: 'stake', asset: 'USDT' }, amount: amount('100') },
          { account: house('fee', 'USDT'), amount: amount('2') },
        ],
      }),
    );
    await postMoved({ userId, mode, kind: 'adjustment', text: '-20', atMs: startMs + 2, ref: 'TOPUP1' });
    const coin = await statementOf(person);
    expect(coin.items.map(({ kind, amount: moved, fee, ref }) => [kind, moved, fee, ref])).toEqual([
      ['topup', '500', null, 'TOPUP1'],
      ['seconds_open', '-102', '2', '77'],
      ['adjustment', '-20', null, 'TOPUP1'],
    ]);
    expect(coin.totals).toContainEqual({ kind: 'adjustment', entries: 1, moved: '-20' });
    expect(coin.accounts).toEqual([
      { account: 'coin', asset: 'USDT' },
      { account: 'stake', asset: 'USDT' },
    ]);
    expect((await statementOf(person, { account: 'stake' })).items).toMatchObject([{ amount: '100', fee: null, ref: '77' }]);
  });

  test('pages end where the first one said, whatever is booked meanwhile', async () => {
    const person = await aPerson();
    for (let index = 0; index < 5; index += 1) await postMoved({ userId: person.userId, text: '1', atMs: startMs + index });
    const first = await statementOf(person, { pageSize: 2 });
    await postMoved({ userId: person.userId, text: '1', atMs: startMs + 9 });
    const second = await statementOf(person, { pageSize: 2, cursor: first.next ?? '' });
    const last = await statementOf(person, { pageSize: 2, cursor: second.next ?? '' });
    expect([second.closing, last.closing, last.totals]).toEqual([first.closing, first.closing, first.totals]);
    expect(last.next).toBeNull();
    expectAddedUp({ ...last, items: [...first.items, ...second.items, ...last.items] });
    expect((await statementOf(person)).closing.version).toBe(6);
  });

  test.each([
    ['a period that ends before it begins', { fromMs: startMs, untilMs: startMs }, 'PARAMETER_WRONG'],
    ['an asset that nobody has', { asset: 'NOPE' }, 'WALLET_ASSET_NOT_FOUND'],
    ['an account that there is not', { account: 'custody' }, 'PARAMETER_WRONG'],
    ['a cursor of another period', { cursor: '700.900' }, 'PARAMETER_WRONG'],
    ['a cursor that goes backwards', { cursor: '2.1' }, 'PARAMETER_WRONG'],
  ])('%s is refused', async (_, request, code) => {
    const person = await aPerson();
    for (const text of ['1', '2']) await postMoved({ userId: person.userId, text, atMs: startMs });
    expect(await person.ask('statement', { ...asking, ...request })).toMatchObject({ type: 'error', message: code });
  });

  test("another person's, and the other mode's, is empty; his cursor opens nothing", async () => {
    const [anna, ben] = [await aPerson(), await aPerson()];
    for (const text of ['1', '2', '3']) await postMoved({ userId: anna.userId, text, atMs: startMs });
    const { next } = await statementOf(anna, { pageSize: 1 });
    expect(await statementOf(ben)).toMatchObject({ items: [], accounts: [], closing: { version: 0 } });
    expect(await ben.ask('statement', { ...asking, cursor: next })).toMatchObject({ message: 'PARAMETER_WRONG' });
    expect((await statementOf(await exchange.aPerson({ coin: '0', mode: 'real' }))).items).toEqual([]);
  });

  test('a long history costs what is shown: rows read are counted', async () => {
    const [short, long] = [await aPerson(), await aPerson()];
    await longHistory(exchange.database.owner, {
      userId: short.userId,
      entries: 40,
      fromMs: startMs,
      untilMs: startMs + 300 * day,
    });
    await longHistory(exchange.database.owner, {
      userId: long.userId,
      entries: 4000,
      fromMs: startMs,
      untilMs: startMs + 300 * day,
    });
    await exchange.database.owner.query('analyze entry, journal, account');
    const read = (userId: number, cursor?: string) => (db: Db) =>
      readStatement(db, { ...asking, account: 'coin', userId, mode: 'demo', pageSize: 20, ...(cursor && { cursor }) }, startMs);
    const { next, closing } = await read(long.userId)(exchange.database.db);
    const few = await rowsRead(read(short.userId));
    expect(few).toBeGreaterThan(20);
    // The first page, the second, and the last of two hundred.
    for (const cursor of [undefined, next ?? '', `3990.${closing.version}`])
      expect(await rowsRead(read(long.userId, cursor))).toBeLessThanOrEqual(few * 1.5);
  });

  /** Rows of the book that a question reads. */
  async function rowsRead(ask: (db: Db) => Promise<unknown>): Promise<number> {
    return exchange.database.db.transaction().execute(async (tx) => {
      const counted = async () =>
        (
          await sql<{ read: number }>`
            select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_xact_user_tables
            where relname in ('entry', 'journal', 'account')`.execute(tx)
        ).rows[0]?.read ?? 0;
      const before = await counted();
      await ask(tx);
      return (await counted()) - before;
    });
  }
});

describe('the file', () => {
  let origin = '';
  let person: Person;
  const entries = 30_000;
  beforeAll(async () => {
    await exchange.app.http.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(exchange.app.http.server.address() as AddressInfo).port}`;
    person = await aPerson();
    // Longer than what a line and its ends hold by themselves.
    const cause = 'x'.repeat(250);
    await longHistory(exchange.database.owner, {
      userId: person.userId,
      entries,
      fromMs: startMs,
      untilMs: startMs + 300 * day,
      cause,
    });
  });
  afterAll(() => exchange.app.http.server.closeAllConnections());

  const addressFor = async (who: Person, request: object = {}) =>
    (await who.get<{ address: string }>('statementFile', { ...asking, ...request })).address;
  const load = async (address: string) => {
    const response = await fetch(origin + address);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
  /** A reader who has seen the first bytes and takes no more. */
  const begin = (address: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(origin + address, { agent: false }, (answer) => {
        answer.once('readable', () => resolve(answer));
      }).on('error', reject);
    });

  test('says what the pages say, row by row, between what was held before and after', async () => {
    const period = { fromMs: startMs + 10 * day, untilMs: startMs + 13 * day };
    const { status, headers, text } = await load(await addressFor(person, period));
    const whole = await wholeOf(person, period, 100);
    expect(whole.items.length).toBeGreaterThan(200);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="tessera-statement-demo-coin-USDT-2026-03-11-2026-03-13.csv"',
    );
    const [head, opening, ...rest] = linesOf(text);
    const of = ['demo', 'coin', 'USDT'];
    expect(head).toEqual(['mode', 'account', 'asset', 'version', 'time_utc', 'kind', 'amount', 'fee', 'balance', 'cause']);
    expect(opening).toEqual([
      ...of,
      String(whole.opening.version),
      '2026-03-11T00:00:00.000Z',
      'opening',
      '',
      '',
      whole.opening.balance,
      '',
    ]);
    expect(rest.pop()).toEqual([
      ...of,
      String(whole.closing.version),
      '2026-03-14T00:00:00.000Z',
      'closing',
      '',
      '',
      whole.closing.balance,
      '',
    ]);
    expect(rest).toEqual(
      whole.items.map(({ version, atMs, kind, amount: moved, fee, balanceAfter, ref }) => [
        ...of,
        String(version),
        new Date(atMs).toISOString(),
        kind,
        moved,
        fee ?? '',
        balanceAfter,
        ref,
      ]),
    );
  });

  test('a cause that a spreadsheet would run is text', async () => {
    const other = await aPerson();
    await postMoved({ userId: other.userId, text: '1', atMs: startMs, ref: '=HYPERLINK("http://evil")' });
    const { text } = await load(await addressFor(other));
    expect(text).toContain(`,"'=HYPERLINK(""http://evil"")"\r\n`);
    await postMoved({ userId: other.userId, text: '-0.5', atMs: startMs });
    expect((await load(await addressFor(other))).text).toContain(',topup,-0.5,,0.5,r\r\n');
  });

  test('whole, and added up from its text alone', async () => {
    const lines = linesOf((await load(await addressFor(person))).text).slice(1);
    expect(lines).toHaveLength(entries + 2);
    const balanceOf = (line: readonly string[] | undefined) => amount(line?.[8] ?? '');
    const moved = lines.slice(1, -1).reduce((sum, line) => add(sum, amount(line[6] ?? '')), zero);
    expect(compare(subtract(balanceOf(lines.at(-1)), balanceOf(lines[0])), moved)).toBe(0);
  });

  test('two at once of one person; a third is told when to come again; who goes away makes room and asks nothing more', async () => {
    const address = await addressFor(person);
    const readers = [await begin(address), await begin(address)];
    expect(await load(address)).toMatchObject({ status: 429, text: expect.stringContaining('TOO_MANY_REQUESTS') });
    // Somebody else has places of his own.
    const other = await aPerson();
    expect((await load(await addressFor(other))).status).toBe(200);
    // Nobody holds anything of the database while he does not read.
    const { rows } = await exchange.database.owner.query(
      `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    expect(rows).toEqual([]);
    for (const reader of readers) {
      const over = once(reader, 'close');
      reader.destroy();
      await over;
    }
    await untilFree(address);
  });

  async function untilFree(address: string): Promise<void> {
    for (;;) {
      const { status } = await load(address);
      if (status === 200) return;
      expect(status).toBe(429);
    }
  }

  test('a reader who takes nothing for too long loses his place', async () => {
    const { openFile, handlers } = createStatements({
      db: exchange.database.db,
      clock: exchange.clock,
      key: async () => 'a key of this test',
      idleLimitMs: 20,
    });
    const { rows } = await exchange.database.owner.query<{ id: string }>('select id from session where user_id = $1', [
      person.userId,
    ]);
    const user = { userId: String(person.userId), mode: 'demo' as const, sessionId: String(rows[0]?.id) };
    const { address } = (await handlers.statementFile?.({
      ...{ request: { ...asking, account: 'coin' }, user, language: 'en', nowMs: exchange.clock.now() },
      ...{ ip: '', traceId: '', idempotencyKey: undefined },
    })) ?? { address: '' };
    const query = Object.fromEntries(new URL(address, origin).searchParams);
    const { content } = await openFile(query);
    content.on('error', () => undefined);
    await new Promise((resolve) => content.once('close', resolve));
    expect(content.readableEnded).toBe(false);
  });

  test.each([
    ['of another account', (address: string) => address.replace('coin', 'contract')],
    ['of another person', (address: string) => address.replace(/viewer=user%3A\d+/, 'viewer=user%3A20000001')],
    ['of a longer life', (address: string) => address.replace(/until=\d+/, `until=${startMs * 2}`)],
    ['that is cut', (address: string) => address.slice(0, -5)],
  ])('an address %s loads nothing', async (_, change) => {
    expect(await load(change(await addressFor(person)))).toMatchObject({
      status: 404,
      text: expect.stringContaining('DATA_NOT_FOUND'),
    });
  });

  test('an address ends after two minutes, and with the session', async () => {
    const other = await aPerson();
    const address = await addressFor(other);
    expect((await load(address)).status).toBe(200);
    await exchange.database.owner.query('update session set revoked_at_ms = 1 where user_id = $1', [other.userId]);
    expect((await load(address)).status).toBe(404);
    const late = await addressFor(person);
    exchange.clock.advance(120_000);
    expect((await load(late)).status).toBe(404);
  });
});
