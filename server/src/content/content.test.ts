import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openIdentity } from '../../test/openIdentity';
import { useTestDatabase } from '../../test/testDatabase';
import { comingTexts, writtenArticles } from './articleTexts';
import { parseContacts } from './contacts';
import { messageKinds } from './messageKinds';
import { createTexts } from './texts';
import type { EndpointResponse } from '@tessera/shared/contract';
import type { OpenIdentity } from '../../test/openIdentity';
import type { Tx } from '../store/database';

const database = useTestDatabase();
let house: OpenIdentity;
beforeAll(async () => {
  house = await openIdentity(database);
});
afterAll(() => house.close());

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}
/** By the node that reads most. */
const rowsRead = (node: PlanNode | undefined): number =>
  node === undefined
    ? Number.NaN
    : Math.max(node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), ...(node.Plans ?? []).map(rowsRead));

const list = async (request: Record<string, unknown> = {}) =>
  (await house.call('newsList', request)).message as EndpointResponse<'newsList'>;

describe('articles', () => {
  it('the notice names the five regions', async () => {
    const { items } = await list({ category: 'notice' });
    const detail = (await house.call('newsDetail', { id: items[0]?.id })).message as EndpointResponse<'newsDetail'>;
    for (const region of ['North Korea', 'Israel', 'China', 'Vanuatu', 'Cuba']) expect(detail.body).toContain(region);
  });

  it('every listed article can be read, in every category, and paging leaves none out', async () => {
    const all = await list();
    expect(new Set(all.items.map(({ category }) => category))).toEqual(new Set(['notice', 'news', 'help', 'about', 'agreement']));
    const paged = [
      ...(await list({ pageSize: '3' })).items,
      ...(await list({ pageSize: '3', page: '2' })).items,
      ...(await list({ pageSize: '3', page: '3' })).items,
    ];
    expect(paged).toEqual(all.items);
    for (const { id } of all.items) {
      const { type, message } = await house.call('newsDetail', { id });
      expect([id, type]).toEqual([id, 'ok']);
      expect((message as { body: string }).body.length).toBeGreaterThan(80);
    }
  });

  it('a search finds words of the body, and what is not there is not found', async () => {
    expect((await list({ query: 'HASH' })).items.map(({ id }) => id)).toEqual(['results']);
    expect((await list({ query: 'no such word' })).total).toBe(0);
    expect(await house.call('newsDetail', { id: 'nothing' })).toMatchObject({ type: 'error', message: 'DATA_NOT_FOUND' });
    expect(await house.call('newsDetail', { id: '__proto__' })).toMatchObject({ type: 'error', message: 'DATA_NOT_FOUND' });
  });

  it('the texts claim no membership of an international organisation and no gain', async () => {
    const { items } = await list();
    expect(items).not.toEqual([]);
    for (const { id } of items) {
      const { body } = (await house.call('newsDetail', { id })).message as { body: string };
      expect(body).not.toMatch(/190|member countr|guarantee|risk-free|best\b/i);
    }
  });
});

describe('texts', () => {
  it('every kind of message has a title and a body, and an unknown language part falls back to English', () => {
    const texts = createTexts();
    for (const kind of Object.keys(messageKinds)) {
      for (const part of ['title', 'body']) expect(texts.say('en', `messages.${kind}.${part}`)).not.toBe('');
    }
    expect(() => createTexts('/nowhere-at-all').say('en', 'codes.sms')).toThrow('content.json has');
    expect(texts.say('en', 'codes.sms', { code: '123456' })).toContain('123456');
  });
});

describe('contacts', () => {
  it('are the conversation with customer service unless set or made', async () => {
    expect((await house.call('serviceContacts')).message).toEqual({
      contacts: [{ name: 'Customer service', url: '/h5/#/pages/kefu/index' }],
    });
    expect(parseContacts('[{"name":"Chat","url":"https://chat.example/room"}]')).toEqual([
      { name: 'Chat', url: 'https://chat.example/room' },
    ]);
  });

  it.each(['javascript:alert(1)', 'http://plain.example', '//foreign.example', '/\\foreign.example', 'data:text/html,x', ''])(
    'a link like %j stops the start',
    (url) => {
      expect(() => parseContacts(JSON.stringify([{ name: 'Chat', url }]))).toThrow('SERVICE_CONTACTS');
    },
  );
});

describe('messages', () => {
  it('of one person are never listed to another', async () => {
    const one = await house.newcomer('one@example.com');
    const other = await house.newcomer('other-reader@example.com');
    const read = async (token: string) =>
      (await house.call('userMessages', {}, { token })).message as { items: { id: string }[] };
    const mine = (await read(one.token)).items.map(({ id }) => id);
    expect((await read(other.token)).items.map(({ id }) => id).filter((id) => mine.includes(id))).toEqual([]);
  });

  it("are read when they are opened and not when they are listed; the count is of all of them, and nobody marks another's", async () => {
    const { token } = await house.newcomer('reader@example.com');
    const other = await house.newcomer('nosy@example.com');
    for (let n = 0; n < 3; n += 1) {
      const { userId } = (await house.call('userInfo', {}, { token })).message as { userId: string };
      await database.db
        .insertInto('userMessage')
        .values({ userId: Number(userId), kind: 'demo_opened', category: 'money', params: '{}', atMs: house.clock.now() })
        .execute();
    }
    const list = async () =>
      (await house.call('userMessages', { pageSize: 2 }, { token })).message as {
        items: { id: string; isRead: boolean }[];
        unread: number;
      };
    expect((await list()).unread).toBe(4);
    const { items, unread } = await list();
    expect([unread, items.map(({ isRead }) => isRead)]).toEqual([4, [false, false]]);
    await house.call('markMessagesRead', { id: items[0]?.id }, { token: other.token });
    expect((await list()).unread).toBe(4);
    await house.call('markMessagesRead', { id: items[0]?.id }, { token });
    expect(await list()).toMatchObject({ unread: 3, items: [{ isRead: true }, { isRead: false }] });
    await house.call('markMessagesRead', {}, { token });
    expect((await list()).unread).toBe(0);
  });

  it('ten thousand are paged as ten are: every page by its index, counts kept, none twice and none left out', async () => {
    const { token, userId } = await house.newcomer('busy@example.com');
    const other = await house.newcomer('quiet@example.com');
    await database.owner.query(
      `insert into user_message (user_id, kind, category, params, at_ms)
       select $1, 'contract_won', case when n % 100 = 0 then 'money' else 'trading' end, '{"symbol":"BTC-USDT","profit":"1234.5"}', n from generate_series(1, 10000) n`,
      [Number(userId)],
    );
    await database.owner.query('analyze user_message');
    const list = async (request: Record<string, unknown>, of = token) =>
      (await house.call('userMessages', request, { token: of })).message as EndpointResponse<'userMessages'>;
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, next } = await list({ category: 'money', pageSize: 30, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...items.map(({ id }) => id));
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    expect([seen.length, new Set(seen).size, seen.toSorted((one, next) => Number(next) - Number(one))]).toEqual([100, 100, seen]);
    expect(await list({ pageSize: 1, cursor: seen[50] })).toMatchObject({
      total: 10_001,
      unread: 10_001,
      unreadOf: { money: 100, security: 0, trading: 9900, news: 1 },
      items: [{ symbol: 'BTC-USDT', category: 'trading' }],
    });
    expect((await list({ id: seen[99] })).items).toMatchObject([{ id: seen[99], title: expect.stringContaining('BTC/USDT') }]);
    expect((await list({ lang: 'de', id: seen[99] })).items[0]?.body).toContain('+1.234,5');
    expect(await list({ id: seen[99] }, other.token)).toMatchObject({ items: [], total: 1 });
    // Whatever page is asked for, only its rows are read.
    for (const where of ['', `and category = 'money'`, `and id < ${seen[50]}`, `and category = 'money' and id < ${seen[50]}`]) {
      const { rows } = await database.owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) select * from user_message where user_id = ${Number(userId)} ${where} order by id desc limit 31`,
      );
      expect([where, rowsRead(rows[0]?.['QUERY PLAN'][0].Plan)]).toEqual([where, 31]);
    }
    await house.call('markMessagesRead', { id: seen[0] }, { token });
    expect(await list({ pageSize: 1 })).toMatchObject({ unread: 10_000, unreadOf: { money: 99 } });
    const marked = await Promise.all([1, 2].map(() => house.call('markMessagesRead', {}, { token })));
    expect(marked.map(({ type }) => type)).toEqual(['ok', 'ok']);
    expect(await list({ pageSize: 1 })).toMatchObject({ total: 10_001, unread: 0 });
    expect((await list({}, other.token)).unread).toBe(1);
  });

  it('what is no id of a message is refused by name, and so is a page that nobody reaches', async () => {
    const { token } = await house.newcomer('guesser@example.com');
    for (const id of ['abc', '0', '-1', '9999999999999999'])
      expect([id, await house.call('markMessagesRead', { id }, { token })]).toEqual([
        id,
        { type: 'error', message: 'PARAMETER_WRONG', params: { field: 'id' } },
      ]);
    for (const name of ['userMessages', 'invite', 'newsList'] as const)
      expect([name, await house.call(name, { page: '1000000000' }, { token })]).toEqual([
        name,
        { type: 'error', message: 'PARAMETER_WRONG', params: { field: 'page' } },
      ]);
  });
});

it('a report of a client is logged and counted, whatever it names itself', async () => {
  const answer = await house.call('clientReport', {
    message: 'chart failed',
    remote: 'market',
    code: 'REMOTE_UNAVAILABLE',
    where: '/pages/kline/index',
  });
  expect(answer.type).toBe('ok');
  await house.call('clientReport', { message: 'x', remote: 'a'.repeat(100) });
  expect(house.logged.some((line) => line.includes('chart failed'))).toBe(true);
});

// The last: what it makes stays.
describe('articles of operators', () => {
  it('a contact, a banner or one article is read without the texts of the others; no body is looked at unless words are searched', async () => {
    const { rows } = await database.owner.query<{ id: string }>(
      `insert into operator (name, password_hash, roles, created_at_ms) values ('writer', 'none', '{content}', 1) returning id`,
    );
    await database.owner.query(
      `insert into article (id, version, category, link, rank, from_ms, reason, saved_by, saved_at_ms)
       select translate(substr(md5(n::text), 1, 16), '0123456789', 'ghijklmnop'), 1, case when n = 1 then 'contact' else 'news' end,
         case when n = 1 then 'https://chat.example/' end, 0, 1, 'more', $1, 1 from generate_series(1, 400) n`,
      [rows[0]?.id],
    );
    // Bodies that are stored apart.
    await database.owner.query(
      `insert into article_text (article, language, version, title, summary, body, valid_from_ms, reason, saved_by, saved_at_ms)
       select id, language, 1, 'title', 'summary', case when category = 'news' then (select string_agg(md5(n::text), ' ') from generate_series(1, 300) n) else '' end,
         1, 'more', $1, 1 from article, unnest('{en,de,fr}'::text[]) language`,
      [rows[0]?.id],
    );
    await database.owner.query('vacuum analyze article, article_text');
    const [nowMs, language] = [house.clock.now(), 'de'] as const;
    const newest = (await writtenArticles(database.db, { language, nowMs })).find(({ category }) => category === 'news');
    const readOf = (work: (tx: Tx) => Promise<unknown>) =>
      database.db.transaction().execute(async (tx) => {
        const read = async (tables: string) => {
          const { rows: counted } = await sql<{ read: string }>`
            select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_all_tables where relid in (${sql.raw(tables)})`.execute(
            tx,
          );
          return Number(counted[0]?.read);
        };
        const texts = `'article_text'::regclass`;
        const bodies = `select reltoastrelid from pg_class where oid = 'article_text'::regclass`;
        const [textsBefore, bodiesBefore] = [await read(texts), await read(bodies)];
        await work(tx);
        return { texts: (await read(texts)) - textsBefore, bodies: (await read(bodies)) - bodiesBefore };
      });
    for (const asked of [{ category: 'contact' }, { category: 'banner' }, { id: newest?.id ?? '' }] as const) {
      const { texts, bodies } = await readOf((tx) => writtenArticles(tx, { language, nowMs, ...asked }));
      expect([asked, bodies]).toEqual([asked, 0]);
      expect(texts).toBeLessThan(10);
    }
    expect((await readOf((tx) => writtenArticles(tx, { language, nowMs }))).bodies).toBe(0);
    expect((await readOf((tx) => writtenArticles(tx, { language, nowMs, query: 'x' }))).bodies).toBeGreaterThan(0);
    expect((await readOf((tx) => comingTexts(tx, nowMs))).texts).toBeLessThan(10);
    expect(await house.call('newsDetail', { id: newest?.id })).toMatchObject({ type: 'ok', message: { id: newest?.id } });
    expect((await house.call('serviceContacts')).message).toMatchObject({ contacts: [{ url: 'https://chat.example/' }] });
  });
});
