import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { publishBuild } from '../commands/publish';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { commandLine, type Terminal } from './commandLine';
import { options } from './options';
import { optionsOf, wordsOf } from './Verb';
import { usage } from './usage';
import { verbs } from './verbs';

const one = '1.0.0+00000001';
const two = '1.1.0+00000002';

interface Told {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

let release: TemporaryRelease;
let build: string;
beforeAll(async () => {
  release = await temporaryRelease();
  build = release.build('market', one);
  for (const folder of [build, release.build('market', two)])
    await publishBuild(release.context, 'market', folder, { conformance: 'skip' });
});
afterAll(() => release.remove());

async function typed(args: readonly string[], change: Partial<Terminal> = {}, isTTY = false): Promise<Told> {
  const told = { out: '', error: '' };
  const code = await commandLine(args, {
    out: { isTTY, write: (text) => (told.out += text) },
    error: { isTTY, write: (text) => (told.error += text) },
    env: {},
    root: release.context.root,
    dataDir: release.context.dataDir,
    user: 'ada',
    signal: new AbortController().signal,
    now: () => release.context.now(),
    ...change,
  });
  return { code, ...told };
}

describe('exit codes of the program itself', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const main = join(root, 'release/src/main.ts');

  function program(dataDir: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Told> {
    const child = spawn(process.execPath, ['--import', 'tsx', main, ...words], {
      cwd: root,
      env: { ...process.env, ...env, DATA_DIR: join(release.context.root, dataDir) },
      timeout: 60_000,
    });
    const told = { out: '', error: '' };
    child.stdout.on('data', (chunk: Buffer) => (told.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (told.error += chunk.toString()));
    return new Promise((done, failed) => child.once('error', failed).once('close', (code) => done({ code, ...told })));
  }

  /** Loaded before the program: somebody else's change lands just before the program's own. */
  const fasterColleague = `
    import files from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    const { link } = files;
    files.link = async (from, to) => {
      if (to.endsWith('log/1.json')) await files.writeFile(to, JSON.stringify({ body: '{}', signature: 'another' }));
      return link(from, to);
    };
    syncBuiltinESMExports();`;

  test('0 done, 1 fault, 2 not understood, 3 refused, 4 changed meanwhile, 5 unreachable; one line each, no stack', async () => {
    const { root: scratch } = release.context;
    mkdirSync(join(scratch, 'faulty/host/current'), { recursive: true });
    writeFileSync(join(scratch, 'faulty/host/current/host.json'), '{ half');
    await typed(['publish', 'market', '--unproven', '--from', build], { dataDir: join(scratch, 'contested') });
    writeFileSync(join(scratch, 'faster.mjs'), fasterColleague);
    const unreachable = {
      RELEASE_STORE: 's3://releases/prod',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_REGION: 'here',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
    const told = await Promise.all([
      program('data', ['status', '--json']),
      program('faulty', ['status']),
      program('data', ['demote', 'market']),
      program('data', ['rollback', 'market']),
      program('contested', ['promote', 'market', '--unproven'], { NODE_OPTIONS: `--import ${join(scratch, 'faster.mjs')}` }),
      program('data', ['status'], unreachable),
    ]);
    expect(told.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(JSON.parse(told[0]?.out ?? '')).toMatchObject({ channel: 'prod', serial: 0 });
    const starts = [
      'not understood: there is no verb "demote"',
      'refused: market was never promoted',
      'changed meanwhile: ',
      'unreachable: ',
    ];
    expect(
      told.slice(2).map(({ error }, index) => error.startsWith(starts[index] ?? '?') && error.trim().split('\n').length === 1),
    ).toEqual([true, true, true, true]);
  });
});

describe('what is not understood', () => {
  test.each([
    [['promote'], /expected: promote <remote> \[version\]/],
    [['promote', 'market', two, 'more'], /expected: promote/],
    [['promote', 'market', '--percent', '5'], /takes no --percent/],
    [['promote', 'host'], /"host" is not the name of a remote/],
    [['promote', 'market', '--channel', 'prdo'], /--channel/],
    [['publish', 'market', '--dry-run'], /"publish market" takes no --dry-run; expected: publish .*\[--dry-run \(host\)\]/],
    [['publish', 'host', '--unproven'], /takes no --unproven; expected: publish .*\[--unproven \(remote\)\]/],
    [['rollback', 'host', '--now'], /takes no --now; expected: rollback .*\[--now \(remote\)\]/],
    [['canary', 'market'], /needs --percent/],
    [['canary', 'market', '--percent', 'ten'], /whole number, not "ten"/],
    [['disable', 'market', '--message', 'closed'], /<lang>=<text>/],
    [['preview', 'market', one, '--for', 'ever'], /no span of time/],
    [['status', '--watch', '--json'], /ask again with --json/],
    [['status', '--wat'], /--wat/],
  ])('%j', async (args, message) => {
    const { code, out, error } = await typed(args);
    expect([code, error]).toEqual([2, expect.stringMatching(message)]);
    expect(args.includes('--json') ? JSON.parse(out) : out).toEqual(
      args.includes('--json') ? { kind: 'usage', message: expect.any(String) } : '',
    );
  });
});

describe('what it tells', () => {
  test('--json: one document on stdout for a change and for a refusal; progress and refusal go to stderr', async () => {
    const changed = await typed(['promote', 'market', two, '--unproven', '--reason', 'faster', '--by', 'grace', '--json']);
    expect(JSON.parse(changed.out)).toMatchObject({
      remote: 'market',
      outcome: 'changed',
      reason: 'faster',
      after: { stable: two },
    });
    expect(changed.error).toBe('');
    const refused = await typed(['rollback', 'market', '--json']);
    expect([refused.code, JSON.parse(refused.out)]).toEqual([
      3,
      { kind: 'refused', message: expect.stringContaining('no release before') },
    ]);
    expect(refused.error).toMatch(/^refused: market has no release before/);
    expect(JSON.parse((await typed(['history', 'market', '--json'])).out)).toMatchObject([{ by: 'grace', reason: 'faster' }]);
  });

  test('colours on a terminal only, and not against somebody who set NO_COLOR', async () => {
    const coloured = (text: string): boolean => text.includes('\u001b[');
    expect(coloured((await typed(['status'], {}, true)).out)).toBe(true);
    expect(coloured((await typed(['status'], { env: { NO_COLOR: '1' } }, true)).out)).toBe(false);
    expect(coloured((await typed(['status'])).out)).toBe(false);
  });

  test('a watch paints until it is ended', async () => {
    const ending = new AbortController();
    const paints: string[] = [];
    const out = { isTTY: true, write: (text: string) => (paints.push(text), ending.abort()) };
    expect((await typed(['status', '--watch'], { signal: ending.signal, out })).code).toBe(0);
    expect(paints.map((paint) => [paint.startsWith('\u001b[2J'), paint.includes('channel prod')])).toEqual([[true, true]]);
  });

  test('no verb, or --help: the usage, which names every verb, and every option that a verb names exists', async () => {
    for (const args of [[], ['--help'], ['promote', '--help']])
      expect(await typed(args)).toEqual({ code: 0, out: `${usage()}\n`, error: '' });
    for (const [name, verb] of Object.entries(verbs)) {
      expect(usage()).toContain(`  ${name} ${verb.synopsis}`);
      for (const option of optionsOf(verb)) expect(Object.keys(options)).toContain(option);
      for (const word of wordsOf(verb)) expect(word).toMatch(/^(<[a-z|]+>|\[[a-z|]+\])$/);
    }
  });
});
