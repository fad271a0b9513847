/**
 * Federation's `shared` setting for both sides, from the one table in shared/src/federation/sharedModules.ts. The host
 * provides every module; a remote takes it and carries no copy (`import: false`), so two Reacts cannot meet. The facades
 * have no version of their own: their names are part of the host-remote contract, so its version is theirs.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tsImport } from 'tsx/esm/api';

const require = createRequire(import.meta.url);
const { sharedModules } = await tsImport('../src/federation/sharedModules.ts', import.meta.url);
export const { contractVersion } = await tsImport('../src/federation/RemoteContract.ts', import.meta.url);

/** Fetched only when a page asks for them: provided by the host, but not part of its first load. */
const lazyModules = new Set(['@tessera/shared/forms', '@tessera/shared/charts']);

function versionOf(module) {
  if (module.startsWith('@tessera/')) return contractVersion;
  const packageName = module.split('/')[0];
  return JSON.parse(readFileSync(require.resolve(`${packageName}/package.json`), 'utf8')).version;
}

function scope(settingsOf) {
  return Object.fromEntries(
    sharedModules.map((module) => {
      const version = versionOf(module);
      return [module, { singleton: true, strictVersion: true, version, requiredVersion: `^${version}`, ...settingsOf(module) }];
    }),
  );
}

export const hostScope = () => scope((module) => ({ eager: !lazyModules.has(module) }));
export const remoteScope = () => scope(() => ({ import: false }));
