/** What is wrong with a build before it runs: everything that its record, its files and the releases beside it show. */
import { createHash } from 'node:crypto';
import { buildMode } from '@tessera/shared/build/buildInputs';
import { pages, type ReleaseManifest } from '@tessera/shared/federation';
import type { RemoteBuild } from '../build/BuildRecord';
import { overBudget } from './sizeBudget';

const servedKinds = /\.(js|css|json|svg|png|webp|avif|woff2|txt)$/;
const plainPath = /^\w[\w.@~-]*(\/\w[\w.@~-]*)*$/;
const versionPattern = /^\d+\.\d+\.\d+\+([0-9a-f]{8})$/;
const contractPattern = /^\^\d+\.\d+(\.\d+)?$/;
const pagePattern = /^(\/[\w-]+)+$/;

type Rule = (build: RemoteBuild, published: readonly ReleaseManifest[]) => readonly string[];
const when = (isBroken: boolean, words: string): readonly string[] => (isBroken ? [words] : []);

const rules: readonly Rule[] = [
  ({ record }) => when(!versionPattern.test(record.version), `the version "${record.version}" is not like 1.2.3+0a1b2c3d`),
  ({ record, files }) =>
    [record.entry, ...record.preload].flatMap((path) => when(!files.has(path), `${path} is named in build.json and missing`)),
  ({ record }) =>
    when(
      record.type === 'module',
      'its entry is a module, whose integrity no browser enforces when it is imported: build a script container (docs/remote-contract.md)',
    ),
  ({ record }) => {
    const hash = versionPattern.exec(record.version)?.[1] ?? '';
    return when(
      !/^[A-Za-z_$][\w$]*$/.test(record.global) || !record.global.includes(hash),
      `the global "${record.global}" must be a name that contains the build's hash ${hash}: two releases share a page`,
    );
  },
  ({ record }, published) => {
    const other = published.find(
      ({ remote, version, global }) => global === record.global && !(remote === record.name && version === record.version),
    );
    return other === undefined ? [] : [`the global ${record.global} is that of ${other.remote} ${other.version} already`];
  },
  ({ record }) => when(!contractPattern.test(record.contract), `the contract range "${record.contract}" is not like ^1.0`),
  ({ files }) => [...files.keys()].flatMap(refusedFile),
  (build) => (buildMode() === 'development' ? [] : scriptsWithoutIntegrity(build)),
  (build) => (buildMode() === 'development' ? [] : [overBudget(build) ?? []].flat()),
  refusedPages,
];

/** One line per fault; none when the build may be published. `published`: every release there is, of every remote. */
export function buildFaults(build: RemoteBuild, published: readonly ReleaseManifest[]): readonly string[] {
  return rules.flatMap((rule) => rule(build, published));
}

function refusedFile(path: string): readonly string[] {
  if (!plainPath.test(path)) return [`${path} is not a plain file name`];
  if (path.endsWith('.map'))
    return when(buildMode() !== 'development', `${path} would publish the sources: build without source maps`);
  return when(!servedKinds.test(path), `${path} is of a kind that is not served`);
}

/** A script that the entry loads later is loaded by integrity only if some script of the release says it. */
function scriptsWithoutIntegrity({ record, files }: RemoteBuild): readonly string[] {
  const scripts = [...files].filter(([path]) => path.endsWith('.js'));
  const texts = new Map(scripts.map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]));
  const isNamed = (path: string, bytes: Uint8Array): boolean =>
    ['sha384', 'sha256', 'sha512'].some((algorithm) => {
      const digest = createHash(algorithm).update(bytes).digest('base64');
      return [...texts].some(([other, text]) => other !== path && text.includes(digest));
    });
  const unnamed = scripts.flatMap(([path, bytes]) => (path === record.entry || isNamed(path, bytes) ? [] : [path]));
  return when(unnamed.length > 0, `without integrity, since no script of the build says their hash: ${shortList(unnamed)}`);
}

const shortList = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

function refusedPages({ record }: RemoteBuild, published: readonly ReleaseManifest[]): readonly string[] {
  const ownerOf = (page: string): string | undefined =>
    pages[page] ?? published.find(({ remote, pages: claimed = [] }) => remote !== record.name && claimed.includes(page))?.remote;
  const claimed = record.pages ?? [];
  const taken = claimed.flatMap((page) => {
    const owner = ownerOf(page);
    if (!pagePattern.test(page)) return [`the page "${page}" is not like /pages/promo/index`];
    return when(owner !== undefined && owner !== record.name, `the page ${page} belongs to ${owner}`);
  });
  const unknown = (record.openPages ?? []).filter((page) => !claimed.includes(page));
  const hasPage = claimed.length > 0 || Object.values(pages).some((owner) => owner === record.name);
  const refused = [...taken, ...unknown.map((page) => `the open page ${page} is not among its pages`)];
  return hasPage ? refused : [`${record.name} has no page: name its pages in build.json`];
}
