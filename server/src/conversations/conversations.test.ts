/** The conversation with customer service, on a real database behind the real routes, with a socket that hears of it. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import type { EndpointResponse, PrivateEvent } from '@tessera/shared/contract';
import type { OperationResponse } from '@tessera/shared/operations';
import { anOperator } from '../../test/anOperator';
import { aJpeg } from '../../test/pictures';
import { useTradingExchange, type Answer, type Person } from '../../test/tradingExchange';
import { portOf } from '../platform/portOf';
import { cleanText } from './cleanText';

const exchange = useTradingExchange({ roles: 'api,operators,realtime' });
beforeAll(async () => {
  await exchange.app.start();
  await exchange.app.http.listen({ port: 0, host: '127.0.0.1' });
});

type Conversation = EndpointResponse<'serviceConversation'>;
const conversationOf = (person: Person, request = {}) => person.get<Conversation>('serviceConversation', request);
const textsOf = ({ items }: Conversation) => items.map(({ text }) => text);
const say = (person: Person, text: unknown, clientId: string = randomUUID()) =>
  person.ask('serviceSend', { clientId, text } as Record<string, unknown>);
const entryOf = ({ message }: Answer) => (message as EndpointResponse<'serviceSend'>).entry;
async function operate<Name extends Parameters<typeof exchange.operate>[0]>(name: Name, request: Record<string, unknown>) {
  const answer = await exchange.operate(name, request);
  expect(answer).toMatchObject({ type: 'ok' });
  return answer.message as OperationResponse<Name>;
}
const answerTo = (person: Person, text: string, clientId: string = randomUUID()) =>
  operate('conversationsAnswer', { userId: String(person.userId), clientId, text });
const waiting = async () => (await operate('conversationsList', {})).items;
const messagesOf = async (person: Person, lang = 'en') =>
  (await person.get<EndpointResponse<'userMessages'>>('userMessages', { lang })).items.map(({ title }) => title);

/**
 * What the socket of a person hears from now on; `lastSeq`: where his events stood when he came. What was written before may still be told
 * to it: a phone drops it by its number.
 */
async function listen(
  person: Person,
): Promise<{ readonly events: () => readonly PrivateEvent[]; readonly lastSeq: number; readonly socket: Socket }> {
  const socket = io(`http://127.0.0.1:${portOf(exchange.app.http)}`, {
    path: '/socket',
    transports: ['websocket'],
    reconnection: false,
    auth: { token: person.token },
  });
  const heard: PrivateEvent[] = [];
  socket.on('private', (event: PrivateEvent) => {
    heard.push(event);
  });
  const lastSeq = await new Promise<number>((resolve, reject) => {
    socket.once('private.head', (head: { lastSeq: number }) => resolve(head.lastSeq));
    socket.once('connect_error', reject);
  });
  return { events: () => heard.filter(({ seq }) => seq > lastSeq), lastSeq, socket };
}
async function until(isTrue: () => boolean): Promise<void> {
  for (let left = 400; left > 0 && !isTrue(); left -= 1) await new Promise((resolve) => setTimeout(resolve, 25));
}

test('a person writes, an operator answers while the phone is away: each is there once, in order, unread, and a message and the socket tell', async () => {
  const [anna, ben] = [await exchange.aPerson(), await exchange.aPerson()];
  expect(await conversationOf(anna)).toEqual({ items: [], next: null, unread: 0, seenByService: null });
  const clientId = randomUUID();
  const first = await say(anna, 'Where is my top-up?', clientId);
  expect(await say(anna, 'Where is my top-up?', clientId)).toEqual(first);
  expect(await say(anna, 'Something else', clientId)).toMatchObject({ message: 'REQUEST_ILLEGAL' });
  exchange.clock.advance(1000);
  await say(anna, 'It is a day old');
  const userId = String(anna.userId);
  expect(await waiting()).toMatchObject([
    {
      userId,
      account: `${userId}@example.com`,
      unread: 2,
      waitingSinceMs: entryOf(first).atMs,
      last: { text: 'It is a day old' },
    },
  ]);
  const seen = await operate('conversationsGet', { userId });
  expect(seen.items.map(({ text, from, operator }) => [text, from, operator])).toEqual([
    ['It is a day old', 'person', null],
    ['Where is my top-up?', 'person', null],
  ]);
  expect(await operate('conversationsRead', { userId, upTo: seen.items[1]?.id })).toEqual({ unread: 1 });

  exchange.clock.advance(1000);
  const answerId = randomUUID();
  const { entry } = await answerTo(anna, 'It waits for the bank.', answerId);
  expect((await answerTo(anna, 'It waits for the bank.', answerId)).entry).toEqual(entry);
  expect(entry).toMatchObject({ from: 'service', clientId: null, operator: expect.stringMatching(/^op-/) });
  const { events, socket } = await listen(anna);
  await answerTo(anna, 'Tomorrow at the latest.');
  await until(() => events().length > 0);
  socket.disconnect();
  expect(events().map(({ type }) => type)).toEqual(['service']);
  expect(await messagesOf(anna)).toEqual(['Customer service answered']);

  const now = await conversationOf(anna);
  expect(textsOf(now)).toEqual(['Tomorrow at the latest.', 'It waits for the bank.', 'It is a day old', 'Where is my top-up?']);
  expect(now.items.map(({ from }) => from)).toEqual(['service', 'service', 'person', 'person']);
  expect(now).toMatchObject({ unread: 2, seenByService: now.items[0]?.id });
  expect(JSON.stringify(now)).not.toContain('operator');
  expect(await anna.get('serviceRead', { upTo: now.items[1]?.id })).toEqual({ unread: 1 });
  expect(await anna.get('serviceRead', { upTo: '999999999' })).toEqual({ unread: 0 });
  expect(await operate('conversationsGet', { userId })).toMatchObject({ waitingSinceMs: null, seenByPerson: now.items[0]?.id });
  expect(await waiting()).toEqual([]);
  expect((await operate('conversationsList', { state: 'any' })).items).toMatchObject([
    { userId, unread: 0, last: { from: 'service' } },
  ]);

  expect(await conversationOf(ben)).toMatchObject({ items: [], unread: 0 });
  expect(await exchange.ask('serviceConversation', {})).toMatchObject({ type: '999' });
  const { rows } = await exchange.database.owner.query<{ action: string; details: string }>(
    `select action, details from audit where subject = 'user ${userId}' order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['conversation.answer', 'conversation.answer']);
  expect(JSON.stringify(rows)).not.toContain('bank');
});

test('what is written while the other side reads stays unread', async () => {
  const anna = await exchange.aPerson();
  const userId = String(anna.userId);
  const seen = entryOf(await say(anna, 'Hello')).id;
  const answered = (await answerTo(anna, 'Good morning')).entry.id;
  const reads = [
    () => anna.get('serviceRead', { upTo: answered }),
    () => operate('conversationsRead', { userId, upTo: seen }),
  ] as const;
  for (const [read, operator] of [
    [reads[0], '(select id from operator limit 1)'],
    [reads[1], 'null'],
  ] as const) {
    const writer = await exchange.database.owner.connect();
    await writer.query('begin');
    const { rows } = await writer.query<{ pid: number }>(
      'select pg_backend_pid() as pid from conversation where user_id = $1 for update',
      [userId],
    );
    const asked = read();
    await untilWaitingFor(rows[0]?.pid ?? 0);
    await writer.query(
      `with entry as (
         insert into conversation_entry (user_id, operator_id, client_id, text, at_ms) values ($1, ${operator}, gen_random_uuid(), 'meanwhile', 1) returning id
       ) update conversation set last_entry = entry.id, unread_by_person = unread_by_person + 1, unread_by_service = unread_by_service + 1 from entry
         where user_id = $1`,
      [userId],
    );
    await writer.query('commit');
    writer.release();
    expect(await asked).toEqual({ unread: 1 });
  }
});
async function untilWaitingFor(pid: number): Promise<void> {
  const waits = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
  for (let left = 400; left > 0; left -= 1) {
    if ((await exchange.database.owner.query(waits, [pid])).rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('nobody was seen waiting');
}

test('what was written while the phone was away is there when it comes back: once, in order, in the language that he reads now', async () => {
  const anna = await exchange.aPerson({ mode: 'real' });
  await anna.get('setLanguage', { language: 'de' });
  const before = await listen(anna);
  before.socket.disconnect();
  await answerTo(anna, 'first');
  await answerTo(anna, 'second');
  await say(anna, 'from another phone');

  const back = await listen(anna);
  expect(back.lastSeq).toBe(before.lastSeq + 3);
  const missed = await anna.get<EndpointResponse<'eventsSince'>>('eventsSince', { after: before.lastSeq });
  expect(missed).toMatchObject({ isComplete: true, lastSeq: back.lastSeq });
  expect(missed.events.map(({ type, seq }) => [type, seq - before.lastSeq])).toEqual([
    ['notice', 1],
    ['service', 2],
    ['service', 3],
  ]);
  // The hint was written in the language of then; what is read is in the one in which it is asked for.
  expect(missed.events[0]).toMatchObject({ title: 'Der Kundenservice hat geantwortet' });
  expect(await messagesOf(anna, 'de')).toEqual(['Der Kundenservice hat geantwortet']);
  expect(await messagesOf(anna, 'fr')).toEqual(['Le service client a répondu']);
  const { items, unread } = await conversationOf(anna);
  expect([items.map(({ text }) => text), unread]).toEqual([['from another phone', 'second', 'first'], 2]);

  // Live again, from where the log ended; what is read here is read on the other phone too.
  await answerTo(anna, 'third');
  await anna.get('serviceRead', { upTo: items[0]?.id });
  await anna.get('serviceRead', { upTo: items[0]?.id });
  await say(anna, 'Thank you');
  const upTo = (await conversationOf(anna)).items[0]?.id;
  // And that customer service has read it.
  for (const _ of [1, 2]) await operate('conversationsRead', { userId: String(anna.userId), upTo });
  await until(() => back.events().length > 2);
  back.socket.disconnect();
  expect(back.events().map(({ type, seq }) => [type, seq - back.lastSeq])).toEqual([
    ['service', 1],
    ['service', 2],
    ['service', 3],
  ]);
  expect(await conversationOf(anna)).toMatchObject({ seenByService: upTo });
  expect(await anna.get('eventsSince', { after: back.lastSeq })).toMatchObject({ events: back.events(), isComplete: true });
});

test('it is paged by the entry, however much is written meanwhile, and 10,000 entries cost a page as ten do', async () => {
  const anna = await exchange.aPerson();
  await exchange.database.owner.query(
    `insert into conversation_entry (user_id, client_id, text, at_ms)
     select ${anna.userId}, gen_random_uuid(), 'entry ' || n, ${exchange.clock.now() - 2 * 86_400_000} from generate_series(1, 10000) n`,
  );
  const newest = await conversationOf(anna, { pageSize: 2 });
  await say(anna, 'meanwhile');
  const older = await conversationOf(anna, { pageSize: 2, before: newest.next });
  expect([...textsOf(newest), ...textsOf(older)]).toEqual(['entry 10000', 'entry 9999', 'entry 9998', 'entry 9997']);
  const { rows } = await exchange.database.owner.query<{ 'QUERY PLAN': string }>(
    `explain select * from conversation_entry where user_id = ${anna.userId} and id < 5000 order by id desc limit 31`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('conversation_entry_of');
});

describe('a picture', () => {
  const sendPicture = async (person: Person, file: Buffer, clientId: string = randomUUID()) => {
    const { id } = await person.get<{ id: string }>('upload', { purpose: 'chat', field: 'picture', file });
    return person.ask('serviceSend', { clientId, uploadId: id });
  };

  test('is shown to its person and to who answers, by addresses that die, and may be sent again', async () => {
    const [anna, ben] = [await exchange.aPerson(), await exchange.aPerson()];
    const file = await aJpeg(11);
    const { picture } = entryOf(await sendPicture(anna, file));
    expect(picture).toMatchObject({ width: 64, height: 48 });
    const shows = async (address = 'none', http = exchange.app.http) => (await http.inject(address)).statusCode;
    expect(await shows(picture?.address)).toBe(200);
    expect(entryOf(await sendPicture(anna, file)).picture?.address).not.toBe(picture?.address);
    const { items } = await operate('conversationsGet', { userId: String(anna.userId) });
    expect(items).toHaveLength(2);
    expect(await shows(items[0]?.picture?.address, exchange.app.operationsHttp)).toBe(200);
    const { rows } = await exchange.database.owner.query<{ viewer: string }>('select viewer from upload_view order by id');
    expect(rows.map(({ viewer }) => viewer.replace(/op-.*/, 'op'))).toEqual([`user:${anna.userId}`, 'operator:op']);
    exchange.clock.advance(120_001);
    expect(await shows(picture?.address)).toBe(404);

    const { id } = await anna.get<{ id: string }>('upload', { purpose: 'chat', field: 'picture', file: await aJpeg(14) });
    expect(await ben.ask('serviceSend', { clientId: randomUUID(), uploadId: id })).toMatchObject({ message: 'DATA_NOT_FOUND' });
    const { id: paper } = await anna.get<{ id: string }>('upload', { purpose: 'paper', field: 'front', file: await aJpeg(17) });
    expect(await anna.ask('serviceSend', { clientId: randomUUID(), uploadId: paper })).toMatchObject({
      message: 'DATA_NOT_FOUND',
    });
    expect(await anna.ask('serviceSend', { clientId: randomUUID(), uploadId: id, text: 'both' })).toMatchObject({
      type: 'error',
    });
    expect(await anna.ask('serviceSend', { clientId: randomUUID() })).toMatchObject({ message: 'PARAMETER_MISSING' });
  });

  test('from an operator: cleaned as people’s are, there once, seen by its person alone; what is none is refused and leaves nothing', async () => {
    const [anna, ben] = [await exchange.aPerson(), await exchange.aPerson()];
    const userId = String(anna.userId);
    const show = (picture: string | undefined, more = {}) =>
      exchange.operate('conversationsAnswer', { userId, clientId: randomUUID(), picture, ...more });
    const script = Buffer.from('<script>alert(1)</script>');
    const picture = Buffer.concat([await aJpeg(21), script]).toString('base64');
    const clientId = randomUUID();
    const sent = (await show(picture, { clientId })) as Answer & { message: { entry: { id: string } } };
    expect(sent).toMatchObject({ type: 'ok', message: { entry: { from: 'service', text: null, picture: { width: 64 } } } });
    expect(await show(picture, { clientId })).toMatchObject({ message: { entry: { id: sent.message.entry.id } } });
    expect(await show(undefined, { clientId, text: 'words' })).toMatchObject({ message: 'REQUEST_ILLEGAL' });

    const { items, unread } = await conversationOf(anna);
    expect([items.length, unread, await messagesOf(anna)]).toEqual([1, 1, ['Customer service answered']]);
    const shown = await exchange.app.http.inject(items[0]?.picture?.address ?? 'none');
    expect([shown.statusCode, shown.rawPayload.includes(script)]).toEqual([200, false]);

    expect(await show(script.toString('base64'))).toMatchObject({ message: 'UPLOAD_TYPE_WRONG' });
    expect(await show(picture, { text: 'both' })).toMatchObject({ message: 'PARAMETER_WRONG', params: { field: 'text' } });
    expect(await show(undefined)).toMatchObject({ message: 'PARAMETER_MISSING', params: { field: 'text' } });
    expect(await show('x'.repeat(4_194_305))).toMatchObject({ message: 'PARAMETER_WRONG', params: { field: 'picture' } });
    expect((await conversationOf(anna)).items).toHaveLength(1);
    // Nobody sends it on as his own.
    const { rows } = await exchange.database.owner.query<{ id: string }>(
      `select id from upload where user_id = ${anna.userId} and purpose = 'answer'`,
    );
    expect(rows).toHaveLength(1);
    for (const person of [anna, ben])
      expect(await person.ask('serviceSend', { clientId: randomUUID(), uploadId: rows[0]?.id })).toMatchObject({
        message: 'DATA_NOT_FOUND',
      });
    expect(await anna.ask('upload', { purpose: 'answer', field: 'x', file: await aJpeg(24) })).toMatchObject({
      message: 'PARAMETER_WRONG',
    });
  });

  test('a hundred of one person and a hundred answers to him, and not one more; documents and others are not kept from it', async () => {
    const [anna, ben] = [await exchange.aPerson(), await exchange.aPerson()];
    const nowMs = exchange.clock.now();
    // Of each kind 99 that were sent, and one from yesterday that never was.
    for (const purpose of ['chat', 'answer'])
      await exchange.database.owner.query(
        `insert into upload (id, user_id, purpose, field, content_hash, bytes, width, height, blob_key, wrapped_key, created_at_ms, stored_at_ms, used_by)
         select '${purpose}-' || n || '-of-${anna.userId}', ${anna.userId}, '${purpose}', 'f', 'h' || n, 1, 1, 1, '${purpose}-${anna.userId}-' || n, 'k',
           ${nowMs} - n * 86400000::bigint, 1, case when n > 1 then 'conversation:x' end from generate_series(1, 100) n`,
      );
    expect(await sendPicture(anna, await aJpeg(31))).toMatchObject({ type: 'ok' });
    const one = async () => ({ purpose: 'chat', field: 'picture', file: await aJpeg(34) });
    expect(await anna.ask('upload', await one())).toMatchObject({ message: 'UPLOAD_TOO_MANY', params: { max: '100' } });
    expect(await ben.ask('upload', await one())).toMatchObject({ type: 'ok' });
    expect(await anna.ask('upload', { ...(await one()), purpose: 'paper' })).toMatchObject({ type: 'ok' });

    const picture = (await aJpeg(37)).toString('base64');
    const show = (person: Person) =>
      exchange.operate('conversationsAnswer', { userId: String(person.userId), clientId: randomUUID(), picture });
    expect(await show(anna)).toMatchObject({ type: 'ok' });
    expect(await show(anna)).toMatchObject({ message: 'UPLOAD_TOO_MANY', params: { max: '100' } });
    expect(await show(ben)).toMatchObject({ type: 'ok' });
    expect(await answerTo(anna, 'Words are left.')).toMatchObject({ entry: { text: 'Words are left.' } });
    expect((await conversationOf(anna)).items).toHaveLength(3);
  });
});

describe('what is written', () => {
  test.each([
    [
      'a script',
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
    ],
    ['marks that turn direction', 'pay \u202e0001\u202c to \u2066me\u2069', 'pay 0001 to me'],
    ['what steers a terminal', 'a\u001b[31mb\u0007\r\nc', 'a[31mb\nc'],
    ['half a character', 'a\ud800b', 'ab'],
    ['hundreds of lines', `one${'\n \n'.repeat(300)}two`, 'one\n\ntwo'],
    ['a word without an end', 'w'.repeat(2000), 'w'.repeat(2000)],
  ])('%s: stays text and is kept cleaned, for the person and for who answers', async (_, sent, kept) => {
    const anna = await exchange.aPerson();
    const clientId = randomUUID();
    expect(entryOf(await say(anna, sent, clientId)).text).toBe(kept);
    expect(await say(anna, sent, clientId)).toMatchObject({ type: 'ok' });
    expect((await operate('conversationsGet', { userId: String(anna.userId) })).items.map(({ text }) => text)).toEqual([kept]);
    expect((await answerTo(anna, sent)).entry.text).toBe(kept);
  });

  test.each([
    ['100,000 characters', 'x'.repeat(100_000)],
    ['one too many', 'x'.repeat(2001)],
    ['spaces', ' \n '],
    ['nothing that is seen', '\u200b\u200f\u202e'],
    ['a number', 5],
  ])('%s: refused, and nothing is there', async (_, text) => {
    const anna = await exchange.aPerson();
    const field = String(text).length > 99_999 ? 'body' : 'text';
    expect(await say(anna, text)).toMatchObject({ type: 'error', params: { field } });
    expect((await conversationOf(anna)).items).toEqual([]);
  });

  test('is cleaned in one pass over any text', () => {
    expect(cleanText('\n'.repeat(100_000)).length).toBe(0);
    expect(cleanText(`a${' \n'.repeat(50_000)}b`).length).toBeLessThan(20);
  });
});

test('300 entries in a day, and the next when the first of them is a day old', async () => {
  const anna = await exchange.aPerson();
  const nowMs = exchange.clock.now();
  await exchange.database.owner.query(
    `insert into conversation_entry (user_id, client_id, text, at_ms)
     select ${anna.userId}, gen_random_uuid(), 'entry', ${nowMs - 86_400_000} + n * 1000 from generate_series(1, 300) n`,
  );
  expect(await say(anna, 'one more')).toMatchObject({ message: 'TOO_MANY_REQUESTS', params: { seconds: '1' } });
  exchange.clock.advance(1000);
  expect(await say(anna, 'one more')).toMatchObject({ type: 'ok' });
});

describe('operators', () => {
  test('see the longest waiting first, by pages; what needs no answer is closed, unless something newer was written', async () => {
    for (const { userId, last } of await waiting())
      await operate('conversationsAnswer', { userId, clientId: randomUUID(), text: `Done: ${String(last.atMs)}` });
    const people = [await exchange.aPerson(), await exchange.aPerson(), await exchange.aPerson()];
    for (const person of people) await say(person, 'first');
    await say(people[0] as Person, 'second');
    const ids = people.map(({ userId }) => String(userId));
    const page = await operate('conversationsList', { limit: 2 });
    expect(page.items.map(({ userId }) => userId)).toEqual(ids.slice(0, 2));
    const next = await operate('conversationsList', { limit: 2, cursor: page.next });
    expect(next.items.map(({ userId }) => userId)).toEqual(ids.slice(2));
    expect((await operate('conversationsList', { state: 'any', limit: 1 })).items.map(({ userId }) => userId)).toEqual(
      ids.slice(0, 1),
    );

    const [userId = ''] = ids;
    const { items } = await operate('conversationsGet', { userId });
    expect(await operate('conversationsClose', { userId, seen: items[1]?.id })).toEqual({ isClosed: false });
    expect(await operate('conversationsClose', { userId, seen: items[0]?.id })).toEqual({ isClosed: true });
    expect((await waiting()).map((one) => one.userId)).toEqual(ids.slice(1));
    await say(people[0] as Person, 'and now?');
    expect((await waiting()).map((one) => one.userId)).toEqual([...ids.slice(1), userId]);
  });

  test('write first too; an operator does not answer himself, and nobody answers by the database alone', async () => {
    const [anna, ben] = [await exchange.aPerson(), await exchange.aPerson()];
    await answerTo(anna, 'Please look at your limits.');
    expect(await conversationOf(anna)).toMatchObject({ unread: 1, items: [{ from: 'service' }] });
    expect(await exchange.operate('conversationsGet', { userId: '99999999' })).toMatchObject({ message: 'AUTH_USER_NOT_FOUND' });
    const self = await anOperator(exchange.database, ['support'], { nowMs: exchange.clock.now(), userId: ben.userId });
    const answer = await exchange.app.operationsHttp?.inject({
      method: 'POST',
      url: '/ops/api/conversations/answer',
      headers: { authorization: `Bearer ${self.token}` },
      payload: { userId: String(ben.userId), clientId: randomUUID(), text: 'You are right' },
    });
    expect(answer?.json()).toMatchObject({ message: 'REVIEW_OWN' });
    const call = `select answer_conversation('no session', ${ben.userId}, gen_random_uuid(), 'x', null, 1)`;
    await expect(exchange.database.staff.pool.query(call)).rejects.toMatchObject({ code: 'O0008' });
    expect((await conversationOf(ben)).items).toEqual([]);
  });
});
