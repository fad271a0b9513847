/**
 * Who is released by what: builds host and remotes in a checkout of its own, makes one typical change after another and tells
 * which versions it changed. A version is the hash of what a build puts out, so these are those whose bytes changed.
 *
 *   npm run independence                      the compilers stay and build again only what a change touches
 *   npm run independence -- --as-released     every build as it is released, from the start: many minutes
 *
 * The first takes the unit tests' transpiler and a minifier of seconds. Which bytes a change moves is the same; the bytes are not.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteNames } from '@tessera/shared/federation';
import { packageBuilds, type Versions } from './packageBuilds';
import { typicalChanges, type TypicalChange } from './typicalChanges';

const project = join(dirname(fileURLToPath(import.meta.url)), '..');
const everybody = ['host', ...remoteNames.map((name) => `remote-${name}`)];

/** What is tracked or new here. Our own packages are the checkout's; the installed ones are found in the folder around it. */
function checkOut(): string {
  const around = mkdtempSync(join(tmpdir(), 'tessera-independence-'));
  symlinkSync(join(project, 'node_modules'), join(around, 'node_modules'));
  const checkout = join(around, 'checkout');
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ':!docs', ':!e2e'];
  const listed = execFileSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 50_000_000 });
  for (const path of listed.split('\0').filter((each) => each !== '' && existsSync(join(project, each)))) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    cpSync(join(project, path), join(checkout, path));
  }
  mkdirSync(join(checkout, 'node_modules/@tessera'), { recursive: true });
  for (const name of ['shared', 'locales']) symlinkSync(join(checkout, name), join(checkout, 'node_modules/@tessera', name));
  return checkout;
}

const differing = (before: Versions, after: Versions): readonly string[] =>
  everybody.filter((name) => after.get(name) !== before.get(name));

function say(change: string, released: readonly string[], expected: readonly string[]): void {
  const isRight = released.join() === expected.join();
  hasFailed ||= !isRight;
  const words = isRight ? '' : `   expected: ${expected.join(', ') || 'nobody'}`;
  console.log(`${isRight ? 'ok   ' : 'WRONG'} ${change}: ${released.join(', ') || 'nobody'}${words}`);
}

function make({ path, from, to }: TypicalChange, originals: Map<string, string>): void {
  const source = readFileSync(join(checkout, path), 'utf8');
  if (!source.includes(from)) throw new Error(`${path} does not say ${from}: bring this change up to date`);
  if (!originals.has(path)) originals.set(path, source);
  writeFileSync(join(checkout, path), source.replace(from, to));
}

const checkout = checkOut();
let hasFailed = false;
const builds = await packageBuilds(checkout, everybody, { isAsReleased: process.argv.includes('--as-released') });
try {
  const first = await builds.versions();
  console.log(`built ${[...first].map(([name, version]) => `${name} ${version}`).join(', ')}`);
  const changes = typicalChanges(everybody);
  const originals = new Map<string, string>();
  // Each change on top of those before it: taking it back at once would build everything twice.
  let before = first;
  for (const change of changes.filter(({ releases }) => releases.length > 0)) {
    make(change, originals);
    const after = await builds.versions();
    say(`${change.what} (${change.path})`, differing(before, after), change.releases);
    before = after;
  }
  // What releases nobody is tried at once, on what was there first: when no version differs, none of these changes counts.
  for (const [path, source] of originals) writeFileSync(join(checkout, path), source);
  const quiet = changes.filter(({ releases }) => releases.length === 0);
  for (const change of quiet) make(change, originals);
  execFileSync(process.execPath, [join(project, 'tools/newRemote.mjs'), 'promo', '--root', checkout], { stdio: 'pipe' });
  const left = differing(first, await builds.versions());
  for (const { what, path } of quiet) say(`${what} (${path})`, left, []);
  say('a new remote (npm run new-remote)', left, []);
  say('all others taken back, every version what it was', left, []);
} finally {
  await builds.close();
  rmSync(dirname(checkout), { recursive: true, force: true });
}
process.exitCode = hasFailed ? 1 : 0;
