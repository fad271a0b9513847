import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openIdentity } from '../../test/openIdentity';
import { useTestDatabase } from '../../test/testDatabase';
import { parseContacts } from './contacts';
import { messageKinds } from './messageKinds';
import { createTexts } from './texts';
import type { EndpointResponse } from '@tessera/shared/contract';
import type { OpenIdentity } from '../../test/openIdentity';

const database = useTestDatabase();
let house: OpenIdentity;
beforeAll(async () => {
  house = await openIdentity(database);
});
afterAll(() => house.close());

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
  it('are the conversation with customer service unless set', async () => {
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
        .values({ userId: Number(userId), kind: 'demo_opened', params: '{}', atMs: house.clock.now() })
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
