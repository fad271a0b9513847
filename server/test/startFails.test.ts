/** A start that fails says why and what to do, ends with status 1, and leaves nothing running. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverProgram } from '../build/serverProgram.mjs';
import { processMark } from '../src/platform/processMark';

async function startFailing(
  env: Readonly<Record<string, string>>,
  program: readonly string[] = serverProgram,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

test('the port is taken: said before a database is started', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-start-'));
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as { port: number };
  try {
    const { code, said } = await startFailing({ DATA_DIR: dataDir, PORT: String(port) });
    expect(code).toBe(1);
    expect(said).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(await readdir(dataDir)).toEqual([]);
  } finally {
    holder.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

describe('npm start', () => {
  const npmStart = [join(import.meta.dirname, '../../tools/start.mjs')];
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tessera-start-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  test('another server is on the data directory: said before anything is built, and nothing in it is changed', async () => {
    const holder = processMark(process.pid) ?? '';
    await writeFile(join(dataDir, 'server.pid'), holder);
    await writeFile(join(dataDir, 'ready.json'), '{}');
    const { code, said } = await startFailing({ DATA_DIR: dataDir, PORT: '0' }, npmStart);
    expect([code, said]).toEqual([1, expect.stringContaining(`Process ${process.pid} already serves ${dataDir}`)]);
    expect(await readdir(dataDir)).toEqual(['ready.json', 'server.pid']);
    expect(await readFile(join(dataDir, 'server.pid'), 'utf8')).toBe(holder);
  });

  test.each(['PORT', 'OPS_PORT'])('%s is taken: the same, and the data directory is not even made', async (setting) => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { port } = holder.address() as { port: number };
    const newDir = join(dataDir, 'new');
    try {
      const { code, said } = await startFailing({ DATA_DIR: newDir, PORT: '0', [setting]: String(port) }, npmStart);
      expect([code, said]).toEqual([1, expect.stringContaining(`Port ${port} on 127.0.0.1 is in use`)]);
      expect(await readdir(dataDir)).toEqual([]);
    } finally {
      holder.close();
    }
  });
});

test('the database cannot be reached: the words name the reason, and what a killed server left says no more that one is ready', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-start-'));
  await writeFile(join(dataDir, 'ready.json'), '{}');
  try {
    const { code, said } = await startFailing({
      DATA_DIR: dataDir,
      PORT: '0',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    expect(code).toBe(1);
    expect(said).toMatch(/The server stops: .*ECONNREFUSED/);
    expect(await readdir(dataDir)).not.toContain('ready.json');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
