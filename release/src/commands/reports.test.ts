import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { PresenceReport } from '@tessera/shared/federation';
import { publishHostBuild } from '../host/publishHost';
import { historyText } from '../output/historyText';
import { plain } from '../output/paint';
import { statusText } from '../output/statusText';
import { openSigningKeys } from '../signing/SigningKeys';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { canary, halt } from './canary';
import { history } from './history';
import { lock, unlock } from './lock';
import { preview } from './preview';
import { promote } from './promote';
import { publishBuild } from './publish';
import { rollback } from './rollback';
import { status } from './status';

const one = '1.0.0+00000001';
const two = '1.1.0+00000002';
const three = '1.2.0+00000003';
const market = { channel: 'prod', remote: 'market' } as const;

let release: TemporaryRelease;

beforeEach(async () => {
  release = await temporaryRelease();
  for (const version of [one, two, three])
    await publishBuild(release.context, 'market', release.build('market', version), { conformance: 'skip' });
  for (const version of [one, two]) await promote(release.context, { ...market, version, unproven: true });
});
afterEach(() => release.remove());

describe('status', () => {
  test('names what is live, the fallback, the canary, the lock and everything published, newest first; nobody tells: unknown', async () => {
    await canary(release.context, { ...market, percent: 7 });
    await lock(release.context, { ...market, reason: 'audit' });
    const found = await status(release.context, 'prod');
    expect(found).toMatchObject({ serial: 4, changedBy: 'ada', reason: 'audit', nodes: 0 });
    expect(found.remotes['market']).toMatchObject({
      stable: two,
      previous: one,
      canary: { version: three, percent: 7, isHalted: false },
      apply: 'next-safe',
      lock: { by: 'ada', reason: 'audit' },
      sessions: null,
      failures: [],
    });
    expect(found.remotes['market']?.published.map(({ version, isProven }) => [version, isProven])).toEqual([
      [three, false],
      [two, false],
      [one, false],
    ]);
    expect(found.remotes['trade']).toMatchObject({ stable: null, published: [] });
    const text = statusText(found, (found.changedAtMs ?? 0) + 120_000, plain);
    expect(text).toContain('2 min ago by ada: audit');
    expect(text).toMatch(/market +stable +1\.1\.0\+00000002 +unknown/);
    expect(text).toMatch(/ canary 7 % +1\.2\.0\+00000003 +unknown/);
    expect(text).toContain('market is locked by ada (2 min ago): audit');
  });

  test('servers tell: sessions per version, draining where nothing names it, failures of the hour, hosts of before', async () => {
    await publishHostBuild(release.context, release.buildHost('1.0.0+aaaaaaaa'));
    await rollback(release.context, { ...market, to: one });
    const atMs = release.context.now();
    const report: PresenceReport = {
      schema: 1,
      node: 'a',
      atMs,
      serials: {},
      hosts: { '1.0.0+aaaaaaaa': { sessions: 41, contract: '1.1.0' }, '0.9.0+bbbbbbbb': { sessions: 2, contract: '1.0.0' } },
      remotes: { market: { [one]: 30, [two]: 8, [three]: 5 } },
      failures: [{ minuteMs: atMs - 60_000, remote: 'market', version: two, loaded: 60, failed: 9, kinds: { crash: 9 } }],
    };
    await release.context.store.writePresence(report);
    writeFileSync(join(release.context.dataDir, 'releases/presence/torn.json'), '{');
    const found = await status(release.context, 'prod');
    expect(found.remotes['market']?.sessions).toEqual({ [one]: 30, [two]: 8, [three]: 5 });
    const text = statusText(found, atMs, plain);
    expect(text).toMatch(/draining +0\.9\.0\+bbbbbbbb +2/);
    expect(text).toMatch(/previous +1\.1\.0\+00000002 +8 +9 of 60/);
    expect(text).toMatch(/draining +1\.2\.0\+00000003 +5 +-/);
    expect(text).toContain('presence/torn.json is damaged');
    expect(
      statusText(found, atMs, (_, word) => `\u001b[31m${word}\u001b[39m`)
        .split('\n')
        .map(stripVTControlCharacters),
    ).toEqual(text.split('\n'));
  });
});

describe('history', () => {
  test('who, why and what changed, newest first, and no more than asked for', async () => {
    await rollback(await release.another('grace'), { ...market, reason: 'blank page', now: true });
    const found = await history(release.context, { limit: 2 });
    expect(found.map(({ serial, by, reason, changes, isSigned }) => [serial, by, reason, changes, isSigned])).toEqual([
      [3, 'grace', 'blank page', [`market: stable ${two} -> ${one}, locked (blank page), at once`], true],
      [2, 'ada', 'promote market', [`market: stable ${one} -> ${two}`], true],
    ]);
    expect(historyText(found, plain)).toContain('grace: blank page\n    market: stable');
  });

  test('of one remote, however far back it lies', async () => {
    await publishBuild(release.context, 'trade', release.build('trade', one), { conformance: 'skip' });
    await promote(release.context, { channel: 'prod', remote: 'trade', unproven: true });
    for (let times = 0; times < 3; times++) {
      await lock(release.context, market);
      await unlock(release.context, market);
    }
    expect((await history(release.context, { remote: 'trade', limit: 1 })).map(({ serial }) => serial)).toEqual([3]);
    expect(await history(release.context, { remote: 'trade', limit: 9 })).toHaveLength(1);
  });

  test('a halted canary is told with its share', async () => {
    await canary(release.context, { ...market, percent: 7 });
    await halt(release.context, { ...market, reason: 'slow' });
    expect((await history(release.context, { limit: 1 }))[0]?.changes).toEqual([`market: canary ${three} halted at 7 %`]);
  });
});

describe('preview', () => {
  const forMs = 60 * 60_000;

  test('the address carries a signed ticket for the release, and opens on a page of the remote', async () => {
    const found = await preview(release.context, { remote: 'market', version: three, forMs, base: 'https://trade.example' });
    const url = new URL(found.url);
    expect([url.origin, url.pathname, url.hash]).toEqual(['https://trade.example', '/h5/', '#/pages/index/index']);
    const [body = '', signature = ''] = (url.searchParams.get('preview') ?? '')
      .split('.')
      .map((part) => Buffer.from(part, 'base64url'));
    expect(JSON.parse(body.toString())).toMatchObject({
      schema: 1,
      remote: 'market',
      release: { version: three, global: 'market_00000003' },
      expiresAtMs: found.expiresAtMs,
    });
    expect(release.context.keys.isSignedBy(body.toString(), signature.toString('base64'))).toBe(true);
    expect(
      openSigningKeys(`${release.context.dataDir}/other-keys`).isSignedBy(body.toString(), signature.toString('base64')),
    ).toBe(false);
  });

  test('never promoted: the address opens on the first page that the release brings', async () => {
    const folder = release.build('promo', one);
    const record = join(folder, 'build.json');
    writeFileSync(
      record,
      JSON.stringify({ ...JSON.parse(readFileSync(record, 'utf8')), pages: ['/pages/promo/index', '/pages/promo/more'] }),
    );
    await publishBuild(release.context, 'promo', folder, { conformance: 'skip' });
    const found = await preview(release.context, { remote: 'promo', version: one, forMs, base: 'https://trade.example' });
    expect(new URL(found.url).hash).toBe('#/pages/promo/index');
  });

  test('not published, for too long, or more than the live host can load: no address', async () => {
    await expect(
      preview(release.context, { remote: 'market', version: '9.9.9+00000009', forMs, base: 'https://trade.example' }),
    ).rejects.toThrow(/is not published/);
    await expect(
      preview(release.context, { remote: 'market', version: one, forMs: 8 * 86_400_000, base: 'https://trade.example' }),
    ).rejects.toThrow(/at most 7d/);
    await publishHostBuild(release.context, release.buildHost('1.0.0+aaaaaaaa'));
    await publishBuild(release.context, 'trade', release.build('trade', one, { contract: '^3.0' }), { conformance: 'skip' });
    await expect(
      preview(release.context, { remote: 'trade', version: one, forMs, base: 'https://trade.example' }),
    ).rejects.toThrow(/speaks 1\.1\.0/);
  });
});
