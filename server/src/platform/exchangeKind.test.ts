import { expect, test } from '@jest/globals';
import { judgeSituation, type Situation } from './exchangeKind';

const alone: Situation = {
  nodeEnv: undefined,
  host: '127.0.0.1',
  trustedProxies: 0,
  feed: 'simulated',
  wanted: undefined,
  wantsDemoUser: undefined,
};
const production = { nodeEnv: 'production', host: '0.0.0.0' } as const;

test.each<[string, Partial<Situation>, ReturnType<typeof judgeSituation>]>([
  ['one person on one machine', {}, { exchange: 'practice', seedDemoUser: true }],
  ['the same in IPv6', { host: '::1' }, { exchange: 'practice', seedDemoUser: true }],
  ['development for others', { nodeEnv: 'development', host: '0.0.0.0' }, { exchange: 'practice', seedDemoUser: false }],
  [
    'development for others, a login asked for',
    { nodeEnv: 'development', host: '0.0.0.0', wantsDemoUser: true },
    { exchange: 'practice', seedDemoUser: true },
  ],
  ['production on simulated prices', production, { exchange: 'practice', seedDemoUser: false }],
  ['production on live prices', { ...production, feed: 'live' }, { exchange: 'real', seedDemoUser: false }],
  [
    'live prices to practise on',
    { ...production, feed: 'live', wanted: 'practice' },
    { exchange: 'practice', seedDemoUser: false },
  ],
  ['development on live prices', { nodeEnv: 'development', feed: 'live' }, { exchange: 'practice', seedDemoUser: false }],
])('%s', (_, change, expected) => {
  expect(judgeSituation({ ...alone, ...change })).toEqual(expected);
});

test.each<[string, Partial<Situation>, RegExp]>([
  ['NODE_ENV forgotten on a public address', { host: '0.0.0.0' }, /NODE_ENV is not set, but HOST=0\.0\.0\.0/],
  ['NODE_ENV forgotten behind a proxy', { trustedProxies: 1 }, /NODE_ENV is not set, but TRUSTED_PROXIES=1/],
  ['NODE_ENV forgotten on live prices', { feed: 'live' }, /NODE_ENV is not set, but FEED=live/],
  ['real money on simulated prices', { ...production, wanted: 'real' }, /EXCHANGE=real needs FEED=live/],
  ['real money on replayed prices', { ...production, wanted: 'real', feed: 'replay' }, /replayed prices/],
  ['real money in development', { nodeEnv: 'development', feed: 'live', wanted: 'real' }, /needs NODE_ENV=production/],
  ['a public login with real money', { ...production, feed: 'live', wantsDemoUser: true }, /SEED_DEMO_USER/],
])('%s: refused in words', (_, change, words) => {
  expect(() => judgeSituation({ ...alone, ...change })).toThrow(words);
});
