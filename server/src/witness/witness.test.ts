/** Witnesses, each a real HTTP server: a countersigner of ours, and a time-stamp authority made of openssl. */
import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { TickAnchor } from '@tessera/shared/contract';
import { genesisHash, minuteRoot, readTimeStamp, signedBytes } from '@tessera/shared/fairness';
import { useTestDatabase } from '../../test/testDatabase';
import { nativeSha256 } from '../feed/nativeSha256';
import type { HandlerCall } from '../http/handler';
import { createTestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { addSigningKey, publishSigningKeys, readSigningKeys, signingKeyOf, type SigningKey } from '../record/SigningKey';
import { askCountersigner } from './askCountersigner';
import { askTimestamp, positive } from './askTimestamp';
import { createCountersigner, maxRoots, type Refused, type Showing } from './countersigner/Countersigner';
import { serveCountersigner } from './countersigner/serveCountersigner';
import { isSignedBy } from '../record/isSignedBy';
import { Fork, type RootsToShow } from './Witness';
import { readProofWitnesses } from './proofWitnesses';
import { publishWitnesses } from './publishWitnesses';
import { createWitnesses } from './Witnesses';

const database = useTestDatabase();
const signal = AbortSignal.timeout(120_000);
let folder = '';
let key: SigningKey;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-witness-'));
  [key] = await readSigningKeys(join(folder, 'exchange-keys'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Signed roots, one a minute; `mark` makes another history. */
function aHistory(count: number, mark: string, by: SigningKey = key): TickAnchor[] {
  let previousRoot = genesisHash;
  return Array.from({ length: count }, (_, index) => {
    const minuteMs = (index + 1) * 60_000;
    const heads = { 'BTC-USDT': { seq: index + 1, hash: mark.repeat(64) } };
    const logs = { record: { seq: 1, hash: 'c'.repeat(64) }, audit: { seq: 0, hash: genesisHash } };
    const root = minuteRoot(previousRoot, minuteMs, heads, nativeSha256, logs);
    const made = {
      minuteMs,
      root,
      previousRoot,
      heads,
      logs,
      signed: { keyId: by.id, signature: by.sign('root', { minuteMs, root }) },
    };
    previousRoot = root;
    return made;
  });
}

const keyBody = (announced: SigningKey, previous: SigningKey | null): string => {
  const body = { algorithm: 'Ed25519', keyId: announced.id, publicKey: announced.publicKey, previous: previous?.id ?? null };
  return JSON.stringify({ ...body, handover: previous?.sign('key', body) ?? null });
};
const toShow = (history: readonly TickAnchor[], keys: readonly string[] = [keyBody(key, null)]): RootsToShow => ({
  exchange: key.publicKey,
  keys,
  newest: async () => history.at(-1),
  from: async (minuteMs, limit) => history.filter((root) => root.minuteMs >= minuteMs).slice(0, limit),
});

describe('a countersigner', () => {
  let place = '';
  let http: FastifyInstance;
  let url = '';
  let publicKey = '';
  let refusals: string[] = [];
  let exchanges: ReadonlySet<string>;
  async function start(): Promise<void> {
    const [own] = await readSigningKeys(join(place, 'signing-keys'));
    publicKey = own.publicKey;
    http = serveCountersigner(
      await createCountersigner({
        folder: place,
        exchanges,
        key: own,
        now: () => 5_000,
        onRefused: (reason) => refusals.push(reason),
      }),
    );
    url = await http.listen({ port: 0, host: '127.0.0.1' });
  }
  beforeEach(async () => {
    place = await mkdtemp(join(folder, 'countersigner-'));
    refusals = [];
    exchanges = new Set();
    await start();
  });
  afterEach(() => http.close());
  const show = (roots: RootsToShow) => askCountersigner(url, publicKey).show(roots, signal);

  test('signs the newest root, follows the chain however long it was away, and a restart forgets nothing', async () => {
    const history = aHistory(maxRoots * 2 + 60, 'a');
    const first = await show(toShow(history.slice(0, 3)));
    expect(first).toMatchObject({ minuteMs: 180_000, root: history[2]?.root, atMs: 5_000 });
    await http.close();
    await start();
    const later = await show(toShow(history));
    expect(later.root).toBe(history.at(-1)?.root);
    expect(await show(toShow(history))).toEqual(later);
    const { signature } = JSON.parse(later.statement) as { signature: string };
    const said = { exchange: key.publicKey, minuteMs: later.minuteMs, root: later.root, atMs: later.atMs };
    expect(isSignedBy(publicKey, signedBytes('witness', said), signature)).toBe(true);
    const asked = (await (await fetch(`${url}/roots/${key.publicKey}`)).json()) as { root: string };
    expect(asked.root).toBe(later.root);
  });

  test.each([
    ['everything is rewritten from a minute on', () => [...aHistory(2, 'a'), ...aHistory(6, 'b').slice(2)]],
    ['another log altogether is shown', () => aHistory(6, 'b')],
  ])('%s: it signs nothing, keeps both roots, and says so for ever', async (_, forged) => {
    const history = aHistory(4, 'a');
    const signed = await show(toShow(history));
    for (let times = 0; times < 2; times++) await expect(show(toShow(forged()))).rejects.toThrow(Fork);
    expect(refusals.every((reason) => reason === 'fork')).toBe(true);
    const kept = await readFile(join(place, 'forks.ndjson'), 'utf8');
    expect(kept).toContain(signed.root);
    expect(kept).toContain(forged()[3]?.root);
    // The true history is still followed.
    expect((await show(toShow(aHistory(6, 'a')))).minuteMs).toBe(360_000);
  });

  test('the root that it signed was taken out of our log: a fork as well', async () => {
    const history = aHistory(5, 'a');
    await show(toShow(history.slice(0, 3)));
    await expect(show(toShow(aHistory(5, 'b').slice(3)))).rejects.toThrow(Fork);
  });

  test('the last signed root is shown and what comes after it is of another history: nothing is signed', async () => {
    const [history, other] = [aHistory(2, 'a'), aHistory(4, 'b')];
    await show(toShow(history));
    const grafted = [...history, ...other.slice(2)];
    await expect(show(toShow(grafted))).rejects.toThrow(Fork);
    expect(await readFile(join(place, 'forks.ndjson'), 'utf8')).toContain(other[2]?.root);
    const asked = (await (await fetch(`${url}/roots/${key.publicKey}`)).json()) as { root: string };
    expect(asked.root).toBe(history[1]?.root);
  });

  test('the same fork again and again is kept a few times only; a stranger is not followed where exchanges are named', async () => {
    await show(toShow(aHistory(2, 'a')));
    for (let times = 0; times < 30; times++) await show(toShow(aHistory(2, 'b'))).catch(() => undefined);
    expect((await readFile(join(place, 'forks.ndjson'), 'utf8')).trim().split('\n').length).toBeLessThan(15);
    await http.close();
    exchanges = new Set(['f'.repeat(64)]);
    await start();
    await expect(show(toShow(aHistory(3, 'a')))).rejects.toThrow(/unknown/);
  });

  const strangers = Array.from({ length: 8 }, (_, at) => signingKeyOf(String(at + 1).repeat(64)));
  async function aCrowdedPlace(room: number) {
    const clock = { nowMs: 1_000_000 };
    const [own] = await readSigningKeys(join(place, 'signing-keys'));
    const signer = await createCountersigner({
      folder: await mkdtemp(join(folder, 'crowded-')),
      exchanges: new Set(),
      maxExchanges: room,
      key: own,
      now: () => clock.nowMs,
      onRefused: () => undefined,
    });
    const showOf = (by: SigningKey, network: string, count = 1) =>
      signer
        .show(
          {
            exchange: by.publicKey,
            keys: [JSON.parse(keyBody(by, null)) as Showing['keys'][number]],
            roots: aHistory(count, 'a', by) as Showing['roots'],
          },
          network,
        )
        .then(
          () => 'signed',
          (error: Refused) => error.reason,
        );
    return { clock, signer, showOf };
  }

  test('one network begins only a few in an hour', async () => {
    const { clock, showOf } = await aCrowdedPlace(100);
    const answers = [];
    for (const stranger of strangers.slice(0, 6)) answers.push(await showOf(stranger, 'crowd'));
    expect(answers).toEqual(['signed', 'signed', 'signed', 'signed', 'signed', 'full']);
    expect(await showOf(strangers[0] as SigningKey, 'crowd', 2)).toBe('signed');
    expect(await showOf(key, 'home')).toBe('signed');
    clock.nowMs += 3_600_001;
    expect(await showOf(strangers[5] as SigningKey, 'crowd')).toBe('signed');
  });

  test('one network does not fill the line: its third showing at once is asked to come again, and another one is answered', async () => {
    const { showOf } = await aCrowdedPlace(100);
    const asked = strangers.slice(0, 4).map((stranger) => showOf(stranger, 'crowd'));
    const other = showOf(key, 'home');
    expect(await Promise.all(asked)).toEqual(['signed', 'signed', 'busy', 'busy']);
    expect(await other).toBe('signed');
    expect(await showOf(strangers[2] as SigningKey, 'crowd')).toBe('signed');
  });

  test('one network is heard for so many bytes and calls in a minute, whether they hold or not; others beside it are answered', async () => {
    const shown = { exchange: key.publicKey, keys: [JSON.parse(keyBody(key, null))], roots: aHistory(1, 'a') };
    const post = async (remoteAddress: string, payload: object) => {
      const { statusCode, body } = await http.inject({ method: 'POST', url: '/roots', remoteAddress, payload });
      return statusCode === 200 ? 'signed' : (JSON.parse(body) as { reason: string }).reason;
    };
    const large = { exchange: 'x'.repeat(3_000_000) };
    expect(await post('10.0.0.1', large)).toBe('form');
    expect(await post('10.0.0.1', large)).toBe('busy');
    const small = [];
    for (let times = 0; times < 61; times++) small.push(await post('10.0.0.2', {}));
    expect(new Set(small.slice(0, 60))).toEqual(new Set(['form']));
    expect(small.at(-1)).toBe('busy');
    expect(await post('10.0.0.3', shown)).toBe('signed');
  });

  test('throw-away keys take no place from an exchange that is followed', async () => {
    const { clock, signer, showOf } = await aCrowdedPlace(4);
    expect(await showOf(key, 'home')).toBe('signed');
    for (const stranger of strangers.slice(0, 3)) expect(await showOf(stranger, 'crowd')).toBe('signed');
    // Nobody is silent for long enough yet.
    expect(await showOf(strangers[3] as SigningKey, 'crowd')).toBe('full');
    clock.nowMs += 3_000_000;
    expect(await showOf(key, 'home', 2)).toBe('signed');
    clock.nowMs += 700_000;
    // The silent ones make room, oldest first; the exchange that comes every few minutes stays.
    for (const stranger of strangers.slice(3, 6)) expect(await showOf(stranger, 'crowd')).toBe('signed');
    expect(signer.newest(strangers[0]?.publicKey ?? '')).toBeUndefined();
    expect(signer.newest(key.publicKey)).toMatchObject({ minuteMs: 120_000 });
    expect(await showOf(key, 'home', 3)).toBe('signed');
    // Silent for a day after four days: still known, no matter who else comes.
    clock.nowMs += 4 * 86_400_000;
    expect(await showOf(key, 'home', 4)).toBe('signed');
    clock.nowMs += 86_400_000;
    const answers = [];
    for (const stranger of strangers.slice(0, 3)) answers.push(await showOf(stranger, 'crowd'));
    for (const stranger of strangers.slice(3, 7)) answers.push(await showOf(stranger, 'elsewhere'));
    expect(answers).toEqual(['signed', 'signed', 'signed', 'full', 'full', 'full', 'full']);
    expect(signer.newest(key.publicKey)).toMatchObject({ minuteMs: 240_000 });
  });

  test('a root between two minutes is none', async () => {
    const [root] = aHistory(1, 'a');
    const body = JSON.stringify({
      exchange: key.publicKey,
      keys: [JSON.parse(keyBody(key, null))],
      roots: [{ ...root, minuteMs: 60_001 }],
    });
    const answer = await fetch(`${url}/roots`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(answer.status).toBe(400);
  });

  test('a root that nobody signed, or another than the exchange, or that does not follow, is not signed', async () => {
    const stranger = (await readSigningKeys(join(folder, 'stranger')))[0];
    const history = aHistory(3, 'a');
    for (const forged of [
      aHistory(3, 'a', stranger),
      history.map((root) => ({ ...root, signed: { ...root.signed, signature: '0'.repeat(128) } })),
      history.map((root) => ({ ...root, heads: {} })),
    ] as TickAnchor[][])
      await expect(show(toShow(forged, [keyBody(key, null), keyBody(stranger, null)]))).rejects.toThrow(/refuses our roots/);
    expect((await fetch(`${url}/roots/${key.publicKey}`)).status).toBe(404);
  });

  test('a new key counts when the one before handed over, and not without', async () => {
    const file = join(folder, 'rotated');
    await writeFile(file, await readFile(join(folder, 'exchange-keys'), 'utf8'));
    await addSigningKey(file);
    const [, next] = await readSigningKeys(file);
    if (next === undefined) throw new Error('two keys');
    const history = aHistory(2, 'a', next);
    await expect(show(toShow(history, [keyBody(key, null), keyBody(next, null)]))).rejects.toThrow(/signature/);
    expect((await show(toShow(history, [keyBody(key, null), keyBody(next, key)]))).root).toBe(history[1]?.root);
  });

  test('a witness that answers with a signature of another key is not believed', async () => {
    await expect(askCountersigner(url, 'e'.repeat(64)).show(toShow(aHistory(1, 'a')), signal)).rejects.toThrow(/not its own/);
  });

  test.each(['', '{', '[]', '{"exchange":"x"}'])('%j is refused as it is', async (body) => {
    const answer = await fetch(`${url}/roots`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(answer.status).toBe(400);
  });
});

describe('the exchange and its witness', () => {
  const exchanges: ReadonlySet<string> = new Set();
  const keep = (roots: readonly TickAnchor[]) =>
    database.db
      .insertInto('tickAnchor')
      .values(
        roots.map(({ minuteMs, root, previousRoot, heads, logs, signed }) => ({
          minuteMs,
          root,
          previousRoot,
          heads: JSON.stringify(heads),
          recordSeq: logs?.record.seq ?? null,
          recordHash: logs?.record.hash ?? null,
          auditSeq: logs?.audit.seq ?? null,
          auditHash: logs?.audit.hash ?? null,
          keyId: signed?.keyId ?? null,
          signature: signed?.signature ?? null,
        })),
      )
      .execute();

  test('what a witness said is published; a log that is rewritten afterwards is found out at the next round, and that is published', async () => {
    const { db, owner } = database;
    await publishSigningKeys(db, [key], 1);
    const place = await mkdtemp(join(folder, 'exchange-'));
    const [own] = await readSigningKeys(join(place, 'signing-keys'));
    const http = serveCountersigner(
      await createCountersigner({ folder: place, exchanges, key: own, now: () => 9_000, onRefused: () => {} }),
    );
    const url = await http.listen({ port: 0, host: '127.0.0.1' });
    try {
      const witnesses = createWitnesses({
        db,
        clock: createTestClock(10_000),
        witnesses: [askCountersigner(url, own.publicKey)],
        exchange: key.publicKey,
        log: createLog({ logLevel: 'silent' }),
        metrics: createMetrics({ collectProcess: false }),
      });
      const round = async () => witnesses.jobs[0]?.run(signal);
      const published = (request = {}) => witnesses.handlers.witnessed?.({ request } as HandlerCall<'witnessed'>);

      expect(await readProofWitnesses(db, [])).toBeUndefined();
      expect(await round()).toBeLessThan(60_000);
      await keep(aHistory(3, 'a'));
      await round();
      expect(await published()).toMatchObject({
        witnesses: [{ kind: 'countersigner', url }],
        roots: [{ witness: url, minuteMs: 180_000, atMs: 9_000 }],
        forks: [],
      });
      // Anyone who names a beginning hears what follows it, not the newest hundred.
      await db
        .insertInto('witnessedRoot')
        .values(
          Array.from({ length: 120 }, (_, index) => ({
            ...{ witness: url, kind: 'countersigner', minuteMs: (index + 10) * 60_000 },
            ...{ root: 'a'.repeat(64), atMs: 9_000, statement: '{}' },
          })),
        )
        .execute();
      expect((await published({ fromMs: 600_000 }))?.roots[0]?.minuteMs).toBe(600_000);
      expect((await published())?.roots.at(-1)?.minuteMs).toBe(129 * 60_000);
      // A proof whose last root is older names what was signed next, and the roots up to there; one that is newer waits.
      const anchors = aHistory(3, 'a');
      await publishWitnesses(db, [askCountersigner(url, own.publicKey)], 10_000);
      await publishWitnesses(db, [askCountersigner(url, own.publicKey)], 11_000);
      const { rows: lists } = await owner.query<{ body: string }>(`select body from public_record where kind = 'witness'`);
      expect(lists.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        { witnesses: [{ kind: 'countersigner', url, publicKey: own.publicKey }] },
      ]);
      expect(await readProofWitnesses(db, anchors.slice(0, 1))).toMatchObject({
        statements: [{ witness: url, minuteMs: 180_000, root: anchors[2]?.root }],
        roots: [{ minuteMs: 120_000 }, { minuteMs: 180_000, signed: { keyId: key.id } }],
      });
      expect(await readProofWitnesses(db, [{ ...anchors[2], minuteMs: 130 * 60_000 } as TickAnchor])).toEqual({
        statements: [],
        roots: [],
      });
      expect(await readProofWitnesses(db, [])).toEqual({ statements: [], roots: [] });
      await owner.query(`begin; set local session_replication_role = replica; delete from tick_anchor; commit`);
      await keep(aHistory(4, 'b'));
      await round();
      await round();
      const after = await published({ toMs: 599_999 });
      expect(after?.roots).toHaveLength(1);
      expect(after?.forks).toEqual([{ witness: url, atMs: 10_000, message: expect.stringContaining('fork') }]);
      await expect(db.deleteFrom('witnessFork').execute()).rejects.toThrow(/permission denied/);
    } finally {
      await http.close();
    }
  });
});

describe('a time-stamp authority', () => {
  let server: Server;
  let url = '';
  let bend: (token: Buffer) => Buffer = (token) => token;
  const openssl = (...words: string[]): Buffer =>
    execFileSync('openssl', words, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const trusted = (): Promise<string> => readFile(join(folder, 'ca.pem'), 'utf8');

  beforeAll(async () => {
    await writeFile(
      join(folder, 'tsa.cnf'),
      [
        '[tsa]',
        'default_tsa = one',
        '[one]',
        'serial = serial',
        'signer_digest = sha256',
        'default_policy = 1.2.3.4.1',
        'digests = sha256',
        '[ext]',
        'extendedKeyUsage = critical,timeStamping',
        '',
      ].join('\n'),
    );
    await writeFile(join(folder, 'serial'), '01\n');
    const subject = (name: string): string[] => ['-subj', `/CN=${name}`];
    for (const [name, cn] of [
      ['ca', 'test authority'],
      ['other', 'another authority'],
    ] as const)
      openssl(
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.pem`,
        '-days',
        '2',
        ...subject(cn),
      );
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'tsa.key', '-out', 'tsa.csr', ...subject('test stamps'));
    openssl(
      'x509',
      '-req',
      '-in',
      'tsa.csr',
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-extfile',
      'tsa.cnf',
      '-extensions',
      'ext',
      '-out',
      'tsa.pem',
    );
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        void writeFile(join(folder, 'ask.tsq'), Buffer.concat(parts)).then(() => {
          openssl(
            'ts',
            '-reply',
            '-config',
            'tsa.cnf',
            '-queryfile',
            'ask.tsq',
            '-signer',
            'tsa.pem',
            '-inkey',
            'tsa.key',
            '-chain',
            'ca.pem',
            '-out',
            'answer.tsr',
          );
          return readFile(join(folder, 'answer.tsr')).then((answer) => response.end(bend(answer)));
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  afterEach(() => (bend = (token) => token));

  test('stamps the newest root; the token is good for openssl as well', async () => {
    const history = aHistory(2, 'a');
    const before = Date.now();
    const stamped = await askTimestamp(url, await trusted()).show(toShow(history), signal);
    expect(stamped).toMatchObject({ minuteMs: 120_000, root: history[1]?.root });
    // Whole seconds.
    expect(stamped.atMs).toBeGreaterThanOrEqual(before - 1_000);
    const imprint = Buffer.from(nativeSha256(signedBytes('root', { minuteMs: 120_000, root: stamped.root }))).toString('hex');
    expect(readTimeStamp(stamped.statement)).toEqual({ imprint, atMs: stamped.atMs });
    await writeFile(join(folder, 'token'), Buffer.from(stamped.statement, 'base64'));
    await writeFile(join(folder, 'data'), signedBytes('root', { minuteMs: stamped.minuteMs, root: stamped.root }));
    expect(openssl('ts', '-verify', '-data', 'data', '-in', 'token', '-token_in', '-CAfile', 'ca.pem').toString()).toContain(
      'Verification: OK',
    );
  });

  test('a nonce is a number in its shortest form, whatever was drawn', () => {
    for (const first of [0x00, 0x01, 0x7f, 0x80, 0xff])
      for (const second of [0x00, 0xff]) {
        const [drawn = 0] = positive(Buffer.from([first, second, 1, 2, 3, 4, 5, 6]));
        expect([first, drawn > 0x00, drawn < 0x80]).toEqual([first, true, true]);
      }
  });

  test('not believed: an authority that is not trusted, a stamp that was changed, the stamp of another root, nonsense', async () => {
    const [one, other] = [toShow(aHistory(1, 'a')), toShow(aHistory(1, 'b'))];
    const stranger = await readFile(join(folder, 'other.pem'), 'utf8');
    await expect(askTimestamp(url, stranger).show(one, signal)).rejects.toThrow();
    const authority = askTimestamp(url, await trusted());
    bend = (token) => Buffer.from(token.map((byte, at) => (at === token.length - 20 ? byte ^ 1 : byte)));
    await expect(authority.show(one, signal)).rejects.toThrow();
    bend = (token) => token;
    await authority.show(one, signal);
    const old = await readFile(join(folder, 'answer.tsr'));
    bend = () => old;
    await expect(authority.show(other, signal)).rejects.toThrow();
    await expect(authority.show(one, signal)).rejects.toThrow(/another question/);
    bend = () => Buffer.from('no token');
    await expect(authority.show(one, signal)).rejects.toThrow();
  });
});
