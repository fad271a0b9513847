/** What the role that the server runs with may not do, whatever its code asks for. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSecondsDesk, type SecondsDesk } from '../../test/secondsDesk';

let desk: SecondsDesk & { close(): Promise<void> };
beforeAll(async () => {
  desk = await openSecondsDesk();
  await desk.ticks('BTC-USDT', [[-100, '100']]);
  await desk.database.db
    .insertInto('feedDay')
    .values({
      day: '2026-11-18',
      source: 'simulated',
      seed: 'ab',
      seedHash: 'cd',
      publishedAtMs: 1,
      revealedAtMs: null,
      opening: '{}',
      parameters: '{}',
    })
    .execute();
});
afterAll(async () => {
  await desk.close();
});
const codeOf = (pool: SecondsDesk['database']['owner'], statement: string) =>
  pool.query(statement).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

const refusedToServer: readonly string[] = [
  ...[
    'catalog_version',
    'market_calendar',
    'market_holiday',
    'symbol',
    'seconds_term',
    'spot_term',
    'leverage_term',
    'house_limit',
    'identity_need',
    'asset_network',
    'topup_term',
    'card_term',
    'withdrawal_limit',
    'flash_term',
    'treasure_term',
    'loan_term',
    'collateral_term',
  ]
    .flatMap((table) => [
      `delete from ${table}`,
      `update ${table} set since_version = 1`,
      `insert into ${table} select * from ${table} limit 1`,
    ])
    .map((statement) =>
      statement.replace('update catalog_version set since_version = 1', 'update catalog_version set valid_from_ms = 1'),
    ),
  'update feed_day set seed = null',
  `update feed_day set opening = '{}'`,
  'delete from feed_day',
  'update feed_epoch set source = source',
  'update tick set price = 1',
  'delete from tick',
  'update tick_head set price = 1',
  'update candle set high = 1',
  'delete from tick_keep',
  'update tick_keep set to_seq = 1',
  'update tick_retention set seq = 0',
  'update tick_anchor set root = root',
  'update settle_price set exit_price = 1',
  'delete from settle_price',
  'delete from seconds_order',
  'delete from spot_order',
  'delete from leverage_order',
  'update spot_fill set quantity = 1',
  'update leverage_deal set price = 1',
  'update seconds_quote_key set key = key',
  'update incident set reason = reason',
  `insert into incident (symbol, from_ms, to_ms, reason, published_at_ms) values ('BTC-USDT', 1, 2, 'x', 3)`,
  `insert into incident_proposal (symbol) values ('BTC-USDT')`,
  'update incident_proposal set confirmed_by = 1',
  'update loan_collateral set weight = 0.1',
  'update loan_collateral set symbol_id = null',
  'update loan_collateral set loan_id = 1',
  'delete from loan',
  'update loan_decision set at_ms = 1',
  'update loan_step set at_ms = 1',
  'update treasure_order set rate = 1',
  'delete from treasure_order',
  'update treasure_redemption set amount = 1',
  'update accrual set amount = 1',
  'delete from accrual',
  'delete from project_order',
  'update project set share = 1',
  'update project_order set amount = 1',
  `insert into halt (symbol) values ('BTC-USDT')`,
  'update halt set until_ms = 1',
  'select password_hash from operator',
  'update audit set actor = actor',
  "update conversation_entry set text = 'x'",
  'delete from conversation_entry',
  `insert into conversation_entry (user_id, operator_id, client_id, text, at_ms) values (1, 1, gen_random_uuid(), 'x', 1)`,
  'delete from payee',
  'update payee set usable_from_ms = 1',
  'update deposit_address set address = address',
  'delete from deposit_address',
  `insert into deposit_address (network) values ('tron')`,
  'update topup set amount = 1',
  'delete from topup',
  'update c2c_merchant set owed = 0',
  'update c2c_offer_term set price = 1',
  'update c2c_order set amount = 1',
  'delete from c2c_order',
  'update portfolio_day set value = 1',
  'delete from portfolio_progress',
  'update upload_view set viewer = viewer',
  'delete from upload_view',
  ...['asset', 'account_kind', 'account', 'journal', 'entry', 'account_tally', 'house_snapshot'].map(
    (table) => `delete from ${table}`,
  ),
  'update account set balance = 1',
  'update entry set amount = 1',
  'update account_kind set min = -1',
];
test.each(refusedToServer)('the server: %s', async (statement) => {
  expect(await codeOf(desk.database.database.pool, statement)).toBe('42501');
});

test.each(['reset role', 'set role none', 'set role tessera', 'set session authorization tessera'])(
  'the server has no other role to take on: %s',
  async (laying) => {
    const { pool } = desk.database.database;
    expect(await codeOf(pool, `${laying}; update seconds_term set payout_rate = 0.9`)).toBe('42501');
    expect(await codeOf(pool, `${laying}; update settle_price set exit_price = 1`)).toBe('42501');
    expect((await pool.query('select session_user as login')).rows).toEqual([{ login: 'tessera_app' }]);
  },
);

describe('the role that acts for operators', () => {
  const rowsOf = async (text: string) => (await desk.database.owner.query({ text, rowMode: 'array' })).rows as string[][];
  const may = (role: 'app' | 'staff', what: string) => `has_function_privilege('tessera_${role}', p.oid, 'execute') ${what}`;

  test('is believed by these functions and the server by none of them; the server may nothing that it may not', async () => {
    const named = async (which: string) =>
      (
        await rowsOf(`select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and ${which} order by 1`)
      ).flat();
    expect(await named(`${may('staff', '')} and not ${may('app', '')}`)).toEqual([
      'add_deposit_addresses',
      'add_operator',
      'answer_conversation',
      'approve_project',
      'c2c_enter_way',
      'c2c_retire_way',
      'c2c_save_merchant',
      'c2c_save_offer',
      'c2c_settle',
      'c2c_withdraw_entry',
      'confirm_custody_own',
      'confirm_incident',
      'decide_review',
      'disable_operator',
      'enable_operator',
      'end_operator_session',
      'end_payout',
      'enter_custody_own',
      'halt_market',
      'hand_over_payout',
      'hold_project_proposal',
      'is_own_account',
      'mark_alarm_done',
      'open_operator_session',
      'operator_login',
      'operator_of',
      'operators_listed',
      'propose_incident',
      'propose_project',
      'propose_project_end',
      'publish_terms',
      'read_custody',
      'reject_incident',
      'reject_project',
      'renew_operator_key',
      'renew_operator_password',
      'resume_market',
      'reverse_review',
      'save_article_text',
      'set_operator_account',
      'set_person_limit',
      'show_article',
    ]);
    expect(await named(`${may('app', '')} and not ${may('staff', '')}`)).toEqual([]);
    // What reads operators with the owner's rights is called by the functions above alone, but for: does session 12 still last?
    expect(await named(`p.prosecdef and p.prosrc ~ 'operator' and ${may('app', '')}`)).toEqual(['operator_session_lasts']);
  });

  test('writes two lists more than the server; neither writes or reads who operators are, or what they decided', async () => {
    const rights = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain'];
    const held = (role: string) =>
      rowsOf(`select c.relname, privilege from pg_class c, unnest(array['${rights.join("','")}']) privilege
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
        and (has_table_privilege('${role}', c.oid, privilege)
          or (privilege in ('select', 'insert', 'update', 'references') and has_any_column_privilege('${role}', c.oid, privilege)))
        order by 1, 2`);
    const [app, staff] = [await held('tessera_app'), await held('tessera_staff')];
    const texts = (rows: string[][]) => rows.map((row) => row.join(' '));
    const more = texts(staff).filter((one) => !texts(app).includes(one));
    expect(more).toEqual(['audit insert', 'operator_call insert']);
    expect(texts(app).filter((one) => !texts(staff).includes(one))).toEqual([]);
    const operators = ['operator', 'operator_session'];
    expect(staff.filter(([table = '']) => operators.includes(table))).toEqual([]);
    const decided = [
      'operator_name',
      'review_decision',
      'review_reversal',
      'halt',
      'incident',
      'incident_proposal',
      'article',
      'article_text',
      'project',
      'project_proposal',
    ];
    expect(staff.filter(([table = '', right]) => decided.includes(table) && right !== 'select')).toEqual([]);
  });

  test('owns nothing, makes nothing, and takes on no other role; each database lets it in', async () => {
    const [attributes] = await rowsOf(
      `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, pg_has_role('tessera_staff', 'tessera_app', 'member'),
       pg_has_role('tessera_app', 'tessera_staff', 'member'), pg_has_role('tessera_staff', 'tessera', 'member'),
       has_schema_privilege('tessera_staff', 'public', 'create') from pg_roles where rolname = 'tessera_staff'`,
    );
    expect(attributes).toEqual([false, false, false, false, true, false, false, false]);
    expect(await codeOf(desk.database.staff.pool, 'set role tessera; select 1')).toBe('42501');
    expect(await codeOf(desk.database.database.pool, 'set role tessera_staff; select 1')).toBe('42501');
  });

  test.each([
    `select open_operator_session(1, 1, 'hash', 1)`,
    `select * from operator_of('hash', 1)`,
    `select * from operator_login('ann')`,
    `select add_operator('eve', 'x', '{risk}', null, null, 1)`,
    `insert into audit (id) values (1)`,
    `insert into operator_call (operator_id) values (1)`,
    `select append_public_record('halt', 1, '{}')`,
    `set role none; select append_public_record('incident', 1, '{}')`,
  ])('the server may not: %s', async (statement) => {
    expect(await codeOf(desk.database.database.pool, statement)).toBe('42501');
  });
});

test('what operators did is published by who acts for them', async () => {
  const append = `begin; select append_public_record('halt', 1, '{}'); rollback`;
  expect(await codeOf(desk.database.staff.pool, append)).toBe('done');
});

test("the server neither forgets an operator's wrong tries nor makes any up; it removes what is forgotten anyway", async () => {
  const [server, operators] = [desk.database.database.pool, desk.database.staff.pool];
  const nowMs = Date.now();
  const add = (key: string, atMs: number) => `insert into throttle values ('${key}', 9, ${atMs}, ${atMs})`;
  expect(await codeOf(operators, add('operator-code:ann', nowMs))).toBe('done');
  expect(await codeOf(operators, add('operator-code:bob', nowMs - 2 * 86_400_000))).toBe('done');
  expect(await codeOf(server, add('operator-code:eve', nowMs))).toBe('42501');
  expect(await codeOf(server, add('login-account:eve', nowMs))).toBe('done');
  expect(await codeOf(server, `update throttle set key = 'operator-code:eve' where key = 'login-account:eve'`)).toBe('42501');
  expect((await server.query('update throttle set count = 0')).rowCount).toBe(1);
  expect((await server.query('delete from throttle')).rowCount).toBe(2);
  expect((await operators.query('update throttle set count = 0')).rowCount).toBe(1);
});

test('a table of its own making stands before none that a guard reads', async () => {
  const { rows } = await desk.database.owner
    .query(`select proname from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace
      and (l.lanname = 'plpgsql' or p.prosecdef) and not coalesce('search_path=public, pg_temp' = any (p.proconfig), false)`);
  expect(rows).toEqual([]);
});

test('a seed is revealed once, and stays as it was committed to, whoever asks', async () => {
  const { pool } = desk.database.database;
  expect(await codeOf(pool, 'update feed_day set revealed_at_ms = 5')).toBe('done');
  expect(await codeOf(pool, 'update feed_day set revealed_at_ms = 6')).toBe('T0005');
  expect(await codeOf(desk.database.owner, `update feed_day set seed = 'other'`)).toBe('T0005');
});

test('catalogue versions go forward only, even for the owner', async () => {
  const { owner } = desk.database;
  expect(await codeOf(owner, `insert into catalog_version values (3, 5, 'a gap')`)).toBe('L0010');
  expect(await codeOf(owner, `insert into catalog_version values (2, 5, 'next')`)).toBe('done');
  expect(await codeOf(owner, `insert into catalog_version values (3, 4, 'earlier')`)).toBe('L0010');
  expect(await codeOf(owner, `update catalog_version set valid_from_ms = 0`)).toBe('L0009');
});
