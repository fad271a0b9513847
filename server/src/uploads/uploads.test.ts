/** Pictures from a person to the blob store and back, against a real database and a decoder in its own process. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from '@jest/globals';
import { request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import sharp from 'sharp';
import { anOperator } from '../../test/anOperator';
import { openIdentity, type Answer, type OpenedSession, type OpenIdentity } from '../../test/openIdentity';
import { aForm, aJpeg, aPngBomb, pngSignature } from '../../test/pictures';
import { useTestDatabase } from '../../test/testDatabase';
import { encodeAnew } from './encodeAnew';
import { createUploads, type Uploads } from './Uploads';

const database = useTestDatabase();
const stored = new Map<string, Buffer>();
let isDiskFull = false;
/** What comes after a decoder does not ask for one: each is a process. */
let isDecoded = false;
const blobs = {
  read: async (key: string) => stored.get(key),
  write: async (key: string, bytes: Buffer) => {
    if (isDiskFull) throw new Error('no space left');
    stored.set(key, bytes);
  },
  remove: async (key: string) => void stored.delete(key),
  removeDrafts: async () => undefined,
};
let house: OpenIdentity;
let uploads: Uploads;
let ann: OpenedSession;
let bob: OpenedSession;
let tint = 0;
const freshJpeg = () => aJpeg((tint += 3));

beforeAll(async () => {
  house = await openIdentity(database, {
    add: ({ clock, random, log }) => {
      const encode = async (bytes: Buffer) => (isDecoded ? encodeAnew(bytes) : { bytes, width: 64, height: 48 });
      const key = async () => 'a key of accounts under test';
      const needs = { db: database.db, blobs, clock, random, log, key, encode };
      uploads = createUploads(needs);
      return { handlers: uploads.handlers, showPicture: uploads.show };
    },
  });
  ann = await house.newcomer('ann@example.com');
  bob = await house.newcomer('bob@example.com');
});
afterAll(() => house.close());
beforeEach(async () => {
  stored.clear();
  isDiskFull = false;
  isDecoded = false;
  await database.db.deleteFrom('upload').execute();
});

const send = async (session: OpenedSession, fields: Parameters<typeof aForm>[0]): Promise<Answer> => {
  const { payload, headers } = await aForm(fields);
  const asked = { method: 'POST' as const, url: '/api/upload', headers: { ...headers, authorization: session.token }, payload };
  return (await house.http.inject(asked)).json();
};
const front = (file: Buffer) => ({ purpose: 'paper', field: 'front', file });
interface Kept {
  readonly id: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly address: string;
}
async function keep(session: OpenedSession, file: Buffer, field = 'front'): Promise<Kept> {
  const answer = await send(session, { purpose: 'paper', field, file });
  expect(answer.type).toBe('ok');
  return answer.message as Kept;
}
const rows = () => database.db.selectFrom('upload').selectAll().orderBy('createdAtMs').execute();
const claim = (session: OpenedSession, ids: readonly string[], usedBy = 'identity:12') =>
  database.db
    .transaction()
    .execute((tx) =>
      uploads.claim(tx, { userId: Number(session.userId), ids, purpose: 'paper', usedBy, nowMs: house.clock.now() }),
    );

describe('a picture', () => {
  beforeEach(() => void (isDecoded = true));

  it('is kept as its pixels alone, sealed, and shown by its address; who saw it is written down', async () => {
    const script = Buffer.from('<script>alert(1)</script>');
    const kept = await keep(ann, Buffer.concat([await freshJpeg(), script]));
    expect(kept).toMatchObject({ width: 64, height: 48 });
    const [key = '', sealed = Buffer.alloc(0)] = [...stored][0] ?? [];
    expect([stored.size, key]).toEqual([1, expect.stringMatching(/^paper\/[0-9a-f]{2}\/[0-9a-f]{32}$/)]);
    expect(sealed.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);

    const shown = await house.http.inject({ url: kept.address });
    expect([shown.statusCode, shown.rawPayload.length]).toEqual([200, kept.bytes]);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="picture.jpg"',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
    for (const left of [script, Buffer.from('secret of the camera')]) expect(shown.rawPayload.includes(left)).toBe(false);
    expect(await database.db.selectFrom('uploadView').select(['uploadId', 'viewer']).execute()).toEqual([
      { uploadId: kept.id, viewer: `user:${ann.userId}` },
    ]);
  });

  it('is turned upright, and is taken as what it is whatever its name says', async () => {
    const lying = await sharp(await freshJpeg())
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer();
    expect(await keep(ann, lying)).toMatchObject({ width: 48, height: 64 });
  });

  it('of another purpose, of a visitor, in another kind of body: refused', async () => {
    const file = await freshJpeg();
    expect(await send(ann, { purpose: 'portrait', field: 'front', file })).toMatchObject({ message: 'PARAMETER_WRONG' });
    expect(await send({ ...ann, token: 'nobody' }, front(file))).toMatchObject({ type: '999' });
    const json = {
      method: 'POST' as const,
      url: '/api/upload',
      headers: { authorization: ann.token },
      payload: { purpose: 'paper' },
    };
    expect((await house.http.inject(json)).json()).toMatchObject({ message: 'REQUEST_ILLEGAL' });
    expect([await rows(), stored.size]).toEqual([[], 0]);
  });
});

describe('a body', () => {
  it.each<[string, Parameters<typeof aForm>[0], object]>([
    ['a second file', { purpose: 'paper', field: 'front', file: [Buffer.from('1'), Buffer.from('2')] }, { field: 'file' }],
    ['a field nobody asked for', { ...front(Buffer.from('1')), userId: '10000001' }, { field: 'userId' }],
    ['text in place of the file', { purpose: 'paper', field: 'front', file: 'text' }, { field: 'file' }],
    ['a hostile name', { ...front(Buffer.from('1')), __proto__x: '1', constructor: '1' }, { field: 'body' }],
  ])('with %s: refused by its name', async (_, fields, params) => {
    expect(await send(ann, fields)).toEqual({ type: 'error', message: 'PARAMETER_WRONG', params });
    expect(await rows()).toEqual([]);
  });

  it('without a file: refused by its name', async () => {
    expect(await send(ann, { purpose: 'paper', field: 'front' })).toEqual({
      type: 'error',
      message: 'PARAMETER_MISSING',
      params: { field: 'file' },
    });
  });

  it('that is cut in the middle, or is no form at all, did not arrive', async () => {
    const { payload, headers } = await aForm(front(await freshJpeg()));
    const url = { method: 'POST' as const, url: '/api/upload' };
    for (const body of [payload.subarray(0, 300), payload.subarray(0, payload.length - 20)]) {
      const answer = await house.http.inject({ ...url, headers: { ...headers, authorization: ann.token }, payload: body });
      expect(answer.json()).toEqual({ type: 'error', message: 'UPLOAD_FAILED' });
    }
    expect([await rows(), stored.size]).toEqual([[], 0]);
  });
});

describe('the four messages', () => {
  beforeEach(() => void (isDecoded = true));

  it.each<[string, () => Buffer]>([
    ['SVG with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page with the name of a picture', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['nothing', () => Buffer.alloc(0)],
  ])('wrong type: %s', async (_, file) => {
    expect(await send(ann, front(file()))).toEqual({ type: 'error', message: 'UPLOAD_TYPE_WRONG' });
  });

  it('too large: in bytes and in pixels', async () => {
    const heavy = Buffer.alloc(8_388_609, 1);
    const tooHeavy = { type: 'error', message: 'UPLOAD_TOO_LARGE', params: { max: '8 MB' } };
    expect(await send(ann, front(heavy))).toEqual(tooHeavy);
    const bomb = aPngBomb(20_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await send(ann, front(bomb))).toEqual({ ...tooHeavy, params: { max: '40 MP' } });
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a picture that is cut', async () => (await freshJpeg()).subarray(0, 400)],
    ['a signature and a script', async () => Buffer.concat([pngSignature, Buffer.from('<script>alert(1)</script>')])],
  ])('failed: %s', async (_, file) => {
    expect(await send(ann, front(await file()))).toEqual({ type: 'error', message: 'UPLOAD_FAILED' });
  });

  it('exists already: for another field, and once it belongs to something; for the same field it is the same', async () => {
    const file = await freshJpeg();
    const first = await keep(ann, file);
    const exists = { type: 'error', message: 'UPLOAD_EXISTS' };
    // The same pixels in another file.
    const longer = Buffer.concat([file, Buffer.from('more')]);
    expect(await send(ann, { ...front(longer), field: 'back' })).toEqual(exists);
    expect((await keep(ann, file)).id).toBe(first.id);
    await claim(ann, [first.id]);
    expect(await send(ann, front(file))).toEqual(exists);
    expect((await keep(bob, file)).id).not.toBe(first.id);
    expect(await rows()).toHaveLength(2);
  });
});

test('a 53rd picture is refused; those that are lost by now do not count', async () => {
  const nowMs = house.clock.now();
  const row = {
    userId: Number(ann.userId),
    purpose: 'paper' as const,
    field: 'front',
    bytes: 1,
    width: 1,
    height: 1,
    wrappedKey: Buffer.alloc(1),
    storedAtMs: nowMs,
  };
  const many = Array.from({ length: 52 }, (_, n) => ({
    ...row,
    id: `u${n}`,
    contentHash: `h${n}`,
    blobKey: `b${n}`,
    createdAtMs: n < 26 ? nowMs : nowMs - 90_000_000,
    usedBy: n < 26 ? null : `identity:${n}`,
  }));
  await database.db.insertInto('upload').values(many).execute();
  const file = await freshJpeg();
  expect(await send(ann, front(file))).toEqual({ type: 'error', message: 'UPLOAD_TOO_MANY', params: { max: '52' } });
  expect([(await rows()).length, stored.size]).toEqual([52, 0]);
  await database.db
    .updateTable('upload')
    .set({ createdAtMs: nowMs - 90_000_000 })
    .where('id', '=', 'u0')
    .execute();
  await keep(ann, file);
});

describe('an address', () => {
  const ask = async (address: string) => (await house.http.inject({ url: address })).statusCode;

  it('shows nothing after two minutes, with another person or picture in it, or without what makes it ours', async () => {
    const { address, id } = await keep(ann, await freshJpeg());
    const other = await keep(bob, await freshJpeg());
    const change = (name: string, value: string | undefined) => {
      const url = new URL(address, 'http://here');
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      return `${url.pathname}${url.search}`;
    };
    const wrong = [
      change('id', other.id),
      change('id', 'nothing'),
      change('viewer', `user:${bob.userId}`),
      change('session', '999'),
      change('session', undefined),
      change('until', String(house.clock.now() + 900_000)),
      change('by', undefined),
      change('by', 'x'),
      `${address}&id=${id}`,
      '/api/upload/image',
    ];
    for (const one of wrong) expect([one, await ask(one)]).toEqual([one, 404]);
    house.clock.advance(119_999);
    expect(await ask(address)).toBe(200);
    house.clock.advance(1);
    expect(await ask(address)).toBe(404);
    expect((await database.db.selectFrom('uploadView').selectAll().where('uploadId', '=', id).execute()).length).toBe(1);
  });

  it('shows nothing once its viewer has signed out, or his session is over', async () => {
    const { address, id } = await keep(ann, await freshJpeg());
    const operator = await anOperator(database, ['identity'], { nowMs: house.clock.now() });
    const shown = await uploads.addressOf(id, { viewer: `operator:${operator.name}`, session: String(operator.sessionId) });
    expect([await ask(address), await ask(shown)]).toEqual([200, 200]);
    await database.owner.query('update operator_session set ended_at_ms = 1 where id = $1', [operator.sessionId]);
    await database.db
      .updateTable('session')
      .set({ revokedAtMs: house.clock.now() })
      .where('userId', '=', Number(ann.userId))
      .execute();
    expect([await ask(address), await ask(shown)]).toEqual([404, 404]);
    ann = await signIn('ann@example.com');
  });

  it('of a picture that is empty or was sealed under another key: not shown, said in the log', async () => {
    const { id } = await keep(ann, await freshJpeg());
    const { sessionId } = await anOperator(database, ['identity'], { nowMs: house.clock.now() });
    const viewer = { viewer: 'operator:3', session: String(sessionId) } as const;
    const [[key = '', sealed = Buffer.alloc(0)] = []] = [...stored];
    stored.set(key, Buffer.alloc(0));
    expect((await house.http.inject({ url: await uploads.addressOf(id, viewer) })).json()).toMatchObject({
      message: 'FEATURE_UNAVAILABLE',
    });
    stored.set(key, sealed);
    await database.db
      .updateTable('upload')
      .set({ wrappedKey: Buffer.alloc(60) })
      .where('id', '=', id)
      .execute();
    expect(await ask(await uploads.addressOf(id, viewer))).toBe(503);
    expect(house.logged.join('\n')).toContain('ACCOUNT_KEY');
  });
});

describe('to claim', () => {
  it("binds a person's own pictures once, all or none", async () => {
    const [one, two, foreign] = [
      await keep(ann, await freshJpeg()),
      await keep(ann, await freshJpeg(), 'back'),
      await keep(bob, await freshJpeg()),
    ];
    const missing = { code: 'DATA_NOT_FOUND' };
    await expect(claim(ann, [one.id, foreign.id])).rejects.toMatchObject(missing);
    await expect(claim(ann, [one.id, one.id])).rejects.toMatchObject(missing);
    await expect(claim(ann, [one.id, 'nothing'])).rejects.toMatchObject(missing);
    expect((await rows()).map(({ usedBy }) => usedBy)).toEqual([null, null, null]);
    await claim(ann, [one.id, two.id]);
    await expect(claim(ann, [one.id, two.id], 'identity:13')).rejects.toMatchObject(missing);
    expect((await rows()).map(({ usedBy }) => usedBy).sort()).toEqual(['identity:12', 'identity:12', null].sort());
  });

  it('comes too late after a day; an hour later the picture is gone, bytes and row, and what is used stays', async () => {
    const [used, unused] = [await keep(ann, await freshJpeg()), await keep(ann, await freshJpeg(), 'back')];
    await claim(ann, [used.id]);
    house.clock.advance(86_400_000);
    await expect(claim(ann, [unused.id])).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' });
    await uploads.job.run(new AbortController().signal);
    expect(stored.size).toBe(2);
    house.clock.advance(3_600_001);
    await uploads.job.run(new AbortController().signal);
    expect([(await rows()).map(({ id }) => id), stored.size]).toEqual([[used.id], 1]);
    [ann, bob] = [await signIn('ann@example.com'), await signIn('bob@example.com')];
  });
});

const signIn = async (account: string) => (await house.login(account, 'tiles & light')).message as OpenedSession;

test('a server that ends between row and bytes leaves nothing that counts: the same picture sent again is whole, else it is removed', async () => {
  const file = await freshJpeg();
  isDiskFull = true;
  expect(await send(ann, front(file))).toEqual({ type: 'error', message: 'UPLOAD_FAILED' });
  const [half] = await rows();
  expect([half?.storedAtMs, stored.size]).toEqual([null, 0]);
  await expect(claim(ann, [half?.id ?? ''])).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' });
  isDiskFull = false;
  const kept = await keep(ann, file);
  expect([kept.id, stored.size]).toEqual([half?.id, 1]);
  expect((await house.http.inject({ url: kept.address })).statusCode).toBe(200);
  // It ends between bytes and row while it removes: the next round removes the row.
  stored.clear();
  await database.db
    .updateTable('upload')
    .set({ createdAtMs: house.clock.now() - 90_000_001 })
    .execute();
  await uploads.job.run(new AbortController().signal);
  expect(await rows()).toEqual([]);
});

describe('over a line', () => {
  let port: number;
  beforeAll(async () => {
    await house.http.listen({ port: 0, host: '127.0.0.1' });
    port = (house.http.server.address() as AddressInfo).port;
  });

  /** Sends the head and half of the body; `finish` the rest, and answers what comes back. */
  async function begin(session: OpenedSession, file: Buffer) {
    const { payload, headers } = await aForm(front(file));
    const line = connect(port, '127.0.0.1');
    let heard = '';
    line.setEncoding('latin1').on('data', (text: string) => (heard += text));
    line.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => line.once('close', () => resolve()));
    line.write(
      `POST /api/upload HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: ${session.token}\r\n` +
        `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    );
    line.write(payload.subarray(0, 200));
    return {
      finish: async () => {
        line.write(payload.subarray(200));
        await closed;
        return JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4)) as Answer;
      },
      cut: async () => {
        line.destroy();
        await closed;
      },
    };
  }

  it('one person sends slowly and in parallel: his own next picture waits, everything of others is answered', async () => {
    const [slow, next] = [await begin(ann, await freshJpeg()), await begin(ann, await freshJpeg())];
    expect(await house.call('userInfo', {}, { token: bob.token })).toMatchObject({ type: 'ok' });
    expect(await house.call('userInfo', {}, { token: ann.token })).toMatchObject({ type: 'ok' });
    await keep(bob, await freshJpeg());
    expect(await Promise.all([slow.finish(), next.finish()])).toMatchObject([{ type: 'ok' }, { type: 'ok' }]);
  });

  it.each([
    ['whose length is told', true],
    ['whose length shows as it comes', false],
  ])('a file that is too large, %s, is answered while it is still being sent', async (_, isLengthTold) => {
    const { payload, headers } = await aForm(front(Buffer.alloc(12_000_000, 1)));
    const length = isLengthTold ? { 'content-length': payload.length } : {};
    const answer = await new Promise<Answer>((resolve, reject) => {
      const options = { port, path: '/api/upload', method: 'POST', headers: { ...headers, ...length, authorization: ann.token } };
      const asked = request(options, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        response.on('end', () => {
          asked.destroy();
          resolve(JSON.parse(text) as Answer);
        });
      });
      asked.on('error', reject);
      asked.flushHeaders();
      // Its end never comes.
      asked.write(payload.subarray(0, -100));
    });
    expect(answer).toEqual({ type: 'error', message: 'UPLOAD_TOO_LARGE', params: { max: '8 MB' } });
    await keep(ann, await freshJpeg());
  });

  it('a line that breaks in the middle of a body leaves nothing, and gives its place to the next', async () => {
    const broken = await begin(ann, await freshJpeg());
    await broken.cut();
    await keep(ann, await freshJpeg());
    expect([(await rows()).length, stored.size]).toEqual([1, 1]);
  });
});
