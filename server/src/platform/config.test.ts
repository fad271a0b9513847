import { expect, test } from '@jest/globals';
import { readConfig } from './config';

test('nothing is set: one machine, all roles, a simulated feed, the embedded database', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    databaseUrl: undefined,
    roles: ['api', 'realtime', 'feed', 'jobs', 'operators'],
    feed: { kind: 'simulated' },
    seedDemoUser: true,
  });
});

test('production: no demo login unless it is asked for', () => {
  const production = { NODE_ENV: 'production', SEED_KEY: 'k'.repeat(32), ACCOUNT_KEY: 'k'.repeat(32) };
  expect(readConfig(production).seedDemoUser).toBe(false);
  expect(readConfig({ ...production, SEED_DEMO_USER: 'true' }).seedDemoUser).toBe(true);
});

test('production: the key of the seeds is a setting, and real money needs two sources', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('SEED_KEY');
  expect(() => readConfig({ NODE_ENV: 'production', SEED_KEY: 'short' })).toThrow('SEED_KEY');
  const live = { NODE_ENV: 'production', FEED: 'live', FEED_LIVE_URL: 'wss://one.example/stream', ACCOUNT_KEY: 'k'.repeat(32) };
  expect(() => readConfig(live)).toThrow('FEED_LIVE_SECOND_URL');
  expect(readConfig({ ...live, FEED_LIVE_SECOND_URL: 'wss://two.example/stream' }).exchange).toBe('real');
  expect(readConfig({ ...live, EXCHANGE: 'practice' }).exchange).toBe('practice');
});

test("production: the key of people's secrets is a setting", () => {
  const production = { NODE_ENV: 'production', SEED_KEY: 'k'.repeat(32) };
  expect(() => readConfig(production)).toThrow('ACCOUNT_KEY');
  expect(readConfig({ ...production, ACCOUNT_KEY: 'k'.repeat(32) }).accountKey).toBe('k'.repeat(32));
});

test('a beacon from outside: quicknet unless a chain is given as its relay describes it', () => {
  expect(readConfig({}).feed.drand).toBeUndefined();
  expect(readConfig({ BEACON: 'drand' }).feed.drand).toMatchObject({
    urls: ['https://api.drand.sh', 'https://drand.cloudflare.com'],
  });
  const info = {
    hash: 'ab'.repeat(32),
    public_key: 'cd'.repeat(96),
    genesis_time: 5,
    period: 3,
    schemeID: 'bls-unchained-g1-rfc9380',
  };
  expect(readConfig({ BEACON: 'drand', DRAND_CHAIN: JSON.stringify(info) }).feed.drand?.chain).toEqual({
    hash: info.hash,
    publicKey: info.public_key,
    genesisMs: 5_000,
    periodMs: 3_000,
  });
  for (const wrong of ['{', '{}', JSON.stringify({ ...info, public_key: 'cd'.repeat(48) })])
    expect(() => readConfig({ BEACON: 'drand', DRAND_CHAIN: wrong })).toThrow('DRAND_CHAIN');
});

test('files of people lie in a folder unless an object store is named, with its keys', () => {
  expect(readConfig({ DATA_DIR: '/srv/data' }).blobs).toEqual({ folder: '/srv/data/blobs' });
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readConfig({ BLOB_STORE: 's3://people/prod', ...keys }).blobs).toEqual({
    s3: { bucket: 'people', prefix: 'prod/', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  expect(() => readConfig({ BLOB_STORE: 's3://people' })).toThrow('S3_ACCESS_KEY_ID');
  expect(() => readConfig({ BLOB_STORE: '/srv/people', ...keys })).toThrow('BLOB_STORE');
});

test('what is for tests is refused in production, and the operators’ login beside none of the server’s', () => {
  const production = { NODE_ENV: 'production', ACCOUNT_KEY: 'k'.repeat(32), SEED_KEY: 's'.repeat(32) };
  expect(readConfig(production).clockBoundMs).toBeUndefined();
  expect(() => readConfig({ ...production, CLOCK_BOUND_MS: '600000' })).toThrow('CLOCK_BOUND_MS is for tests');
  expect(() => readConfig({ DATABASE_STAFF_URL: 'postgres://tessera_staff@host/tessera' })).toThrow(
    'DATABASE_STAFF_URL needs DATABASE_URL',
  );
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseUrl: undefined, port: 8080 });
});

test('several wrong settings: one error names them all', () => {
  expect(() => readConfig({ PORT: 'eighty', ROLES: 'api,admin', FEED: 'guess' })).toThrow(/PORT[\s\S]*ROLES[\s\S]*FEED/);
});

test.each([
  [{ FEED: 'replay' }, 'FEED_REPLAY_DIR'],
  [{ FEED: 'live' }, 'FEED_LIVE_URL'],
])('%j without its companion: refused', (env, missing) => {
  expect(() => readConfig(env)).toThrow(missing);
});

test('the origin of artifacts: https without a path, and nothing that would open the content policy', () => {
  expect(readConfig({ ARTIFACT_ORIGIN: 'https://cdn.example:8443/' }).artifactOrigin).toBe('https://cdn.example:8443');
  for (const wrong of [
    'http://cdn.example',
    'https://cdn.example/r',
    'cdn.example',
    'https://a@cdn.example',
    "https://cdn.example; script-src 'unsafe-inline'",
    'https://*',
  ]) {
    expect(() => readConfig({ ARTIFACT_ORIGIN: wrong })).toThrow('ARTIFACT_ORIGIN');
  }
});
