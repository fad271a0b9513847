/**
 * The runbook is run: every command of every page, in its order, on an installation in which something is as bad as the page says.
 * A command that no longer exists, answers with another code than the page says, or is missing from the runbook fails here.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandLine } from './cli/commandLine';
import { parseCommand } from './cli/parseCommand';
import { verbs } from './cli/verbs';
import { canary } from './commands/canary';
import { promote } from './commands/promote';
import { publishBuild } from './commands/publish';
import { publishHostBuild } from './host/publishHost';
import { openContext } from './openContext';
import type { ReleaseContext } from './ReleaseContext';
import { temporaryRelease, type TemporaryRelease } from './testing/temporaryRelease';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
const nowMs = 1_800_000_000_000;

interface Command {
  readonly line: string;
  /** The exit code that the page says: `# exit 3`, else 0. */
  readonly code: number;
}

/** The commands of each `##` page, in order. */
export function pagesOf(markdown: string): readonly { readonly title: string; readonly commands: readonly Command[] }[] {
  const blocks = (text: string): string => [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map((found) => found[1] ?? '').join('');
  const pages = markdown.split(/^## /m).slice(1);
  return pages.map((text) => ({
    title: text.split('\n')[0] ?? '',
    commands: blocks(text)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [, command = '', code = '0'] = /^(.*?)(?:\s+# exit (\d))?$/.exec(line) ?? [];
        return { line: command, code: Number(code) };
      }),
  }));
}

interface Typed {
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

/** `NAME=value npm run release -- verb word`; undefined for a command of the system. */
export function typedFrom(line: string): Typed | undefined {
  const words = [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''));
  const start = words.findIndex((word) => !/^[A-Z_0-9]+=/.test(word));
  const [program, ...args] = words.slice(start);
  if (program !== 'npm' || args.slice(0, 3).join(' ') !== 'run release --') return undefined;
  return {
    env: Object.fromEntries(words.slice(0, start).map((word) => word.split(/=(.*)/s).slice(0, 2) as [string, string])),
    args: args.slice(3),
  };
}

/** What is wrong on a page before its first command; where nothing is said, the live release of market is bad. */
const given: Readonly<Record<string, (context: ReleaseContext) => Promise<unknown> | void>> = {
  'The canary is bad': (context) =>
    canary(context, { channel: 'prod', remote: 'market', version: '1.3.0+f1f1f1f1', percent: 10 }),
  'An open page of an older host could not load it': (context) =>
    context.store.writePresence({
      schema: 1,
      node: 'a',
      atMs: nowMs,
      hosts: { '0.9.0+01d01d01': { sessions: 12, contract: '1.0.0' } },
      remotes: {},
      serials: {},
      failures: [],
    }),
  'A published release is damaged': ({ dataDir }) => {
    const file = join(dataDir, 'releases/r/market/1.1.0+600d600d/app.js');
    chmodSync(file, 0o600);
    appendFileSync(file, 'harm');
  },
};

let release: TemporaryRelease;

beforeAll(async () => {
  release = await temporaryRelease();
  const { context } = release;
  /** As if each had passed its conformance run. */
  const proving: ReleaseContext = {
    ...context,
    store: { ...context.store, publish: (manifest, files) => context.store.publish({ ...manifest, provenAtMs: 1 }, files) },
  };
  const publish = (remote: string, version: string, contract = '^1.0'): Promise<unknown> =>
    publishBuild(proving, remote, release.build(remote, version, { contract }), { conformance: 'skip' });
  for (const version of ['1.0.0+600d600d', '1.1.0+bad0bad0']) await publishHostBuild(context, release.buildHost(version));
  for (const version of ['1.0.0+01d01d01', '1.1.0+600d600d', '1.2.0+bad0bad0']) {
    await publish('market', version);
    await promote(context, { channel: 'prod', remote: 'market', version });
  }
  await publish('market', '1.3.0+f1f1f1f1');
  await publish('market', '1.5.0+c0217ac7', '^1.1');
  cpSync(release.build('market', '1.4.0+0e770e77'), join(context.root, 'build/market'), { recursive: true });
});
afterAll(() => release.remove());

/** A copy of the prepared installation, in which a page may do what it likes. */
function installation(name: string): string {
  const scratch = join(release.context.root, name);
  mkdirSync(scratch);
  cpSync(release.context.dataDir, join(scratch, '.data'), { recursive: true, verbatimSymlinks: true });
  cpSync(join(release.context.root, 'build'), join(scratch, 'build'), { recursive: true });
  return scratch;
}

async function run({ line }: Command, scratch: string): Promise<{ readonly code: number | null; readonly told: string }> {
  const typed = typedFrom(line);
  if (typed === undefined) {
    const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: scratch, encoding: 'utf8', timeout: 60_000 });
    return { code: status, told: stderr };
  }
  let told = '';
  const code = await commandLine(typed.args, {
    out: { write: (text) => (told += text) },
    error: { write: (text) => (told += text) },
    env: typed.env,
    root: scratch,
    dataDir: join(scratch, typed.env['DATA_DIR'] ?? '.data'),
    user: 'ada',
    signal: new AbortController().signal,
    now: () => nowMs,
  });
  return { code, told };
}

describe('each page does what it says', () => {
  test.each(
    pagesOf(page)
      .filter(({ commands }) => commands.length > 0)
      .map(({ title, commands }, index) => [title, commands, `page-${index}`] as const),
  )('%s', async (title, commands, name) => {
    const scratch = installation(name);
    const dataDir = join(scratch, '.data');
    await given[title]?.(await openContext({ root: scratch, dataDir, by: 'ada', now: () => nowMs, say: () => undefined }));
    for (const command of commands) {
      const { code, told } = await run(command, scratch);
      expect({ command: command.line, code, told }).toEqual({ command: command.line, code: command.code, told });
    }
  });
});

test('commands in the text are understood too, and every verb has its place', () => {
  const inText = [...page.matchAll(/`(npm run release -- [^`]+)`/g)].flatMap((found) => typedFrom(found[1] ?? '') ?? []);
  const inBlocks = pagesOf(page).flatMap(({ commands }) => commands.flatMap(({ line }) => typedFrom(line) ?? []));
  for (const { args } of inText) expect(parseCommand(args)).toBeDefined();
  const named = new Set([...inText, ...inBlocks].map(({ args }) => args[0]));
  expect(Object.keys(verbs).filter((verb) => !named.has(verb))).toEqual([]);
});

test('what the check relies on exists: a page per prepared state, exit codes and quotes are read, a gone verb is seen', () => {
  expect(Object.keys(given).filter((title) => !pagesOf(page).some((each) => each.title === title))).toEqual([]);
  expect(pagesOf('## One\n```sh\nA=b npm run release -- lock market --reason "no one" # exit 3\n```\n')).toEqual([
    { title: 'One', commands: [{ line: 'A=b npm run release -- lock market --reason "no one"', code: 3 }] },
  ]);
  expect(typedFrom('A=b npm run release -- disable market --message en="Back at ten"')).toEqual({
    env: { A: 'b' },
    args: ['disable', 'market', '--message', 'en=Back at ten'],
  });
  expect(() => parseCommand(['demote', 'market'])).toThrow(/there is no verb/);
});

test('npm run release itself: one document on stdout', async () => {
  const child = spawn('npm', ['run', '--silent', 'release', '--', 'status', '--json'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: release.context.dataDir },
    timeout: 60_000,
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  await new Promise((done) => child.once('close', done));
  expect(JSON.parse(out)).toMatchObject({ remotes: { market: { stable: '1.2.0+bad0bad0' } } });
});
