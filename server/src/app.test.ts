/** The whole exchange on a test database, asked without a network. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type OwnDatabase } from '../test/testDatabase';
import { createApp, type App } from './app';
import { demoLogin } from './identity/demoUser';
import { readConfig } from './platform/config';
import { createLog } from './platform/log';
import { sha256Hex } from './platform/random';

let database: OwnDatabase;
let dataDir: string;
let app: App;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-app-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    ROLES: 'api,operators',
    METRICS_TOKEN: 'operators-only',
    LOG_LEVEL: 'silent',
    SEED_DEMO_USER: 'true',
    // A machine that runs all tests at once answers late.
    RATE_LIMIT_FACTOR: '10',
  });
  app = await createApp(config, { databaseAddress: database.address, log: createLog({ logLevel: 'silent' }) });
});
afterAll(async () => {
  await app.stop('the test is over');
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function signIn(mode: 'real' | 'demo'): Promise<string> {
  const token = randomUUID();
  const user = await database.db
    .selectFrom('appUser')
    .select('id')
    .where('email', '=', demoLogin.account)
    .executeTakeFirstOrThrow();
  const nowMs = app.clock.now();
  await database.db
    .insertInto('session')
    .values({
      tokenHash: sha256Hex(token),
      userId: user.id,
      mode,
      createdAtMs: nowMs,
      lastSeenAtMs: nowMs,
      revokedAtMs: null,
      revokedWhy: null,
    })
    .execute();
  return token;
}
const ask = async (path: string, token: string, body: object, key = randomUUID()) =>
  (
    await app.http.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: { authorization: token, 'idempotency-key': key },
      payload: body,
    })
  ).json() as { type: string; message: unknown };

describe('pages for machines', () => {
  test('alive: ok', async () => {
    expect((await app.http.inject('/healthz')).json()).toEqual({ status: 'ok' });
  });

  test('no prices flow: not ready, and it says why', async () => {
    const answer = await app.http.inject('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      status: 'not ready',
      checks: { database: 'ok', migrations: 'ok', feed: 'no tick yet', invariants: 'ok' },
    });
  });

  test.each([
    ['a caller on this machine', { remoteAddress: '127.0.0.1' }, 200],
    ['another machine', { remoteAddress: '192.0.2.9' }, 404],
    ['another machine through a proxy here', { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '192.0.2.9' } }, 404],
    ['another machine with the token', { remoteAddress: '192.0.2.9', headers: { authorization: 'Bearer operators-only' } }, 200],
    ['another machine with a wrong token', { remoteAddress: '192.0.2.9', headers: { authorization: 'Bearer guessed' } }, 404],
  ])('figures asked by %s: %j answers %i', async (_, from, status) => {
    expect((await app.http.inject({ url: '/metrics', ...from })).statusCode).toBe(status);
  });
});

test('operators are answered by names of the house only, and by none of another site that points here', async () => {
  const ask = async (host: string) =>
    (await app.operationsHttp?.inject({ method: 'POST', url: '/ops/api/session/me', headers: { host }, payload: {} }))
      ?.statusCode;
  expect([await ask('127.0.0.1:8081'), await ask('localhost'), await ask('evil.example')]).toEqual([200, 200, 421]);
});

describe('the demo login', () => {
  test('has ten thousand in demo mode and its marked top-up in real mode, each apart', async () => {
    expect(await ask('wallet/list', await signIn('demo'), {})).toMatchObject({
      type: 'ok',
      message: { mode: 'demo', total: '10000' },
    });
    expect(await ask('wallet/list', await signIn('real'), {})).toMatchObject({
      type: 'ok',
      message: { mode: 'real', total: '250' },
    });
    const records = await ask('wallet/detail', await signIn('real'), { account: 'coin' });
    expect(records).toMatchObject({ message: { items: [{ kind: 'topup', amount: '250', ref: 'seed' }] } });
  });

  test('a second start: nothing is given again', async () => {
    const again = await createApp(readConfig({ DATA_DIR: dataDir, ROLES: 'api', LOG_LEVEL: 'silent' }), {
      databaseAddress: database.address,
      log: createLog({ logLevel: 'silent' }),
    });
    await again.stop('enough');
    expect(await ask('wallet/list', await signIn('real'), {})).toMatchObject({ message: { total: '250' } });
  });

  test('is certified, so that whoever looks around can try everything', async () => {
    const answer = await app.http.inject({ url: '/api/user/getrealinfo', headers: { authorization: await signIn('real') } });
    expect(answer.json()).toMatchObject({ message: { primary: 'certified', advanced: 'certified', rejection: null } });
  });
});

test('a transfer over HTTP sent twice with one key: moved once, answered equally', async () => {
  const [token, key] = [await signIn('demo'), randomUUID()];
  const body = { from: 'coin', to: 'contract', asset: 'USDT', amount: '40.5' };
  const first = await ask('wallet/transfer', token, body, key);
  expect(first).toMatchObject({ type: 'ok', message: { fromBalance: '4959.5', toBalance: '5040.5' } });
  expect(await ask('wallet/transfer', token, body, key)).toEqual(first);
});

test.each(['-1', 'NaN', '1e3', '0x10', ' 1', '1,5', '１', '99999999999999999999', 5, ['1'], null])(
  'an amount of %j over HTTP: refused',
  async (amount) => {
    expect(
      await ask('wallet/transfer', await signIn('demo'), { from: 'coin', to: 'contract', asset: 'USDT', amount }),
    ).toMatchObject({ type: 'error' });
  },
);
