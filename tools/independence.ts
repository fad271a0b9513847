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
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteNames } from '@tessera/shared/federation';
import { packageBuilds, type Versions } from './packageBuilds';
import { typicalChanges, type TypicalChange } from './typicalChanges';

const project = join(dirname(fileURLToPath(import.meta.url)), '..');
const everybody = ['host', ...remoteNames.map((name) => `remote-${name}`)];

/** What is tracked or new here, and every installed package by a link; our own packages are the checkout's. */
function checkOut(): string {
  const checkout = mkdtempSync(join(tmpdir(), 'tessera-independence-'));
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ':!docs', ':!e2e'];
  const listed = execFileSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 50_000_000 });
  for (const path of listed.split('\0').filter((each) => each !== '' && existsSync(join(project, each)))) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    cpSync(join(project, path), join(checkout, path));
  }
  mkdirSync(join(checkout, 'node_modules/@tessera'), { recursive: true });
  for (const name of readdirSync(join(project, 'node_modules')).filter((each) => each !== '@tessera'))
    symlinkSync(join(project, 'node_modules', name), join(checkout, 'node_modules', name));
  for (const name of ['shared', 'locales']) symlinkSync(join(checkout, name), join(checkout, 'node_modules/@tessera', name));
  return checkout;
}

const differing = (before: Versions, after: Versions): readonly string[] =>
  everybody.filter((name) => after.get(name) !== before.get(name));

/** What releases nobody is tried in one step: when that step releases nobody, none of them does. */
function steps(changes: readonly TypicalChange[]): readonly (readonly TypicalChange[])[] {
  const moving = changes.filter(({ releases }) => releases.length > 0).map((change) => [change]);
  return [...moving, changes.filter(({ releases }) => releases.length === 0)];
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
  const originals = new Map<string, string>();
  // Each change on top of those before it: taking it back at once would build everything twice.
  let before = first;
  for (const changes of steps(typicalChanges(everybody))) {
    for (const change of changes) make(change, originals);
    const after = await builds.versions();
    const released = differing(before, after);
    before = after;
    for (const { what, path, releases } of changes) {
      const isRight = released.join() === releases.join();
      hasFailed ||= !isRight;
      const expected = isRight ? '' : `   expected: ${releases.join(', ') || 'nobody'}`;
      console.log(`${isRight ? 'ok   ' : 'WRONG'} ${what} (${path}): ${released.join(', ') || 'nobody'}${expected}`);
    }
  }
  for (const [path, source] of originals) writeFileSync(join(checkout, path), source);
  const left = differing(first, await builds.versions());
  hasFailed ||= left.length > 0;
  console.log(
    left.length === 0 ? 'ok    all taken back: every version is what it was' : `WRONG all taken back: ${left.join(', ')}`,
  );
} finally {
  await builds.close();
  rmSync(checkout, { recursive: true, force: true });
}
process.exitCode = hasFailed ? 1 : 0;
