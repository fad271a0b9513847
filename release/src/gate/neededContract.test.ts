import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { promote } from '../commands/promote';
import { publishBuild } from '../commands/publish';
import { publishHostBuild } from '../host/publishHost';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { neededContract } from './neededContract';

/** As webpack writes it, and as Rspack does. */
const webpackEntry = (version: string): string =>
  `n={2685:{fallback:()=>()=>{throw new Error("none")},shareScope:["default"],singleton:!0,requiredVersion:"^19.3.1",strictVersion:!0,shareKey:"react"},` +
  `7:{fallback:()=>()=>{throw new Error("none")},shareScope:["default"],singleton:!0,requiredVersion:"^${version}",strictVersion:!0,eager:!1,layer:void 0,shareKey:"@tessera/shared/kernel"}};`;
const rspackEntry = (version: string): string =>
  `[{shareScope:"default",shareKey:"@tessera/shared/forms",import:null,requiredVersion:"^${version}",strictVersion:!0}]`;

describe('what a release needs', () => {
  test.each([
    ['^1.0', webpackEntry('1.1.0'), '^1.1'],
    ['^1.0', rspackEntry('1.2.0'), '^1.2'],
    ['^1.9', webpackEntry('1.10.0'), '^1.10'],
    ['^1.9', webpackEntry('2.0.0'), '^2.0'],
    ['^1.1', webpackEntry('1.1.0'), '^1.1'],
    ['^1.2', webpackEntry('1.1.0'), '^1.2'],
    ['^1.0', 'self.promo_0a1b2c3d = { init, get };', '^1.0'],
  ])('a build that says %s', (declared, entry, needed) => expect(neededContract(declared, entry)).toBe(needed));
});

describe('a release that was built with a newer contract than it asks for', () => {
  let release: TemporaryRelease;
  beforeEach(async () => {
    release = await temporaryRelease();
    const folder = release.build('market', '1.0.0+00000001', { contract: '^1.0', source: webpackEntry('1.1.0') });
    await publishBuild(release.context, 'market', folder, { conformance: 'skip' });
  });
  afterEach(() => release.remove());
  const goLive = () => promote(release.context, { channel: 'prod', remote: 'market', unproven: true });

  test('is refused while the live host speaks the older one', async () => {
    await publishHostBuild(release.context, release.buildHost('1.0.0+aaaaaaaa', '1.0.0'));
    await expect(goLive()).rejects.toThrow(/needs contract \^1\.1, .* speaks 1\.0\.0/);
  });

  test('is named with what it needs, which pages of an older host go by', async () => {
    await publishHostBuild(release.context, release.buildHost('1.1.0+bbbbbbbb', '1.1.0'));
    await goLive();
    expect((await release.context.store.readPointer('prod'))?.remotes['market']?.stable.contract).toBe('^1.1');
  });

  test('keeps an older host from being made live, also when an older tool wrote the pointer', async () => {
    await publishHostBuild(release.context, release.buildHost('1.1.0+bbbbbbbb', '1.1.0'));
    await goLive();
    const { store } = release.context;
    const pointer = await store.readPointer('prod');
    const live = pointer?.remotes['market'];
    if (pointer === undefined || live === undefined) throw new Error('nothing is live');
    await store.swapPointer('prod', {
      ...pointer,
      serial: pointer.serial + 1,
      remotes: { market: { ...live, stable: { ...live.stable, contract: '^1.0' } } },
    });
    await expect(publishHostBuild(release.context, release.buildHost('1.0.0+aaaaaaaa', '1.0.0'))).rejects.toThrow(
      /needs contract \^1\.1/,
    );
  });
});
