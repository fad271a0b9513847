/**
 * mf-manifest.json, beside the entry of every published release: what the federation runtime of a host that is not ours reads to
 * load it (docs/guides/another-host.md). Made from the build record, so a release has it whatever bundler built it; a build that brings
 * one of its own keeps that.
 */
import type { RemoteBuild } from './BuildRecord';

export const federationManifestFile = 'mf-manifest.json';

/** The files of a release: those of the build, and the manifest. */
export function withFederationManifest({ record, files }: RemoteBuild): ReadonlyMap<string, Uint8Array> {
  if (files.has(federationManifestFile)) return files;
  return new Map([...files, [federationManifestFile, Buffer.from(JSON.stringify(manifestOf(record), undefined, 2))]]);
}

/** Addresses are those of the manifest's own folder. Nothing is shared: a remote takes what its host provides and brings no copy. */
function manifestOf({ name, version, entry, type, global, preload }: RemoteBuild['record']): object {
  const assets = (ending: string) => ({ sync: preload.filter((path) => path.endsWith(ending)), async: [] });
  return {
    id: name,
    name,
    metaData: {
      name,
      type: 'app',
      buildInfo: { buildVersion: version, buildName: name },
      remoteEntry: { name: entry, path: '', type },
      types: { path: '', name: '', zip: '', api: '' },
      globalName: global,
      publicPath: 'auto',
    },
    shared: [],
    remotes: [],
    exposes: [{ id: `${name}:app`, name: 'app', path: './app', assets: { js: assets('.js'), css: assets('.css') } }],
  };
}
