import { expect, test } from '@jest/globals';
import { readConfig } from './config';

test('nothing is set: one machine, all roles, a simulated feed, the embedded database', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    databaseUrl: undefined,
    roles: ['api', 'realtime', 'feed', 'jobs'],
    feed: { kind: 'simulated' },
    seedDemoUser: true,
  });
});

test('production: no demo login unless it is asked for', () => {
  expect(readConfig({ NODE_ENV: 'production' }).seedDemoUser).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', SEED_DEMO_USER: 'true' }).seedDemoUser).toBe(true);
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
