/**
 * A real S3-compatible object store for tests: a Ceph cluster of one, started on free ports of this machine in about two
 * seconds. `ceph-mon` keeps the map, `ceph-osd` holds the objects in memory, `radosgw` speaks S3. Debian has them as packages;
 * tools/objectStore.mjs installs them beside `npm test`.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../store/S3Bucket';

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];
export const objectStorePackages = 'radosgw ceph-mon ceph-osd';
const installLimitMs = 300_000;

/**
 * Whether its programs are here. `npm test` may still be installing them: it makes the file that TESSERA_PROGRAMS_INSTALLED names when
 * the installation has ended. Rejects when that takes longer than five minutes.
 */
export async function hasObjectStore(): Promise<boolean> {
  const installed = process.env['TESSERA_PROGRAMS_INSTALLED'];
  const giveUpAt = performance.now() + installLimitMs;
  while (installed !== undefined && !existsSync(installed)) {
    if (performance.now() > giveUpAt)
      throw new Error(`the programs of the object store were not installed within ${installLimitMs / 1000} s`);
    await pause(200);
  }
  return programs.every((program) => existsSync(`/usr/bin/${program}`));
}

const accessKeyId = 'tests';
const secretAccessKey = 'only-on-this-machine';
const startMs = 60_000;

export interface ObjectStore {
  /** A bucket of its own, empty. */
  settings(bucket: string): Promise<S3Settings>;
  stop(): Promise<void>;
}

export async function startObjectStore(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-object-store-'));
  const children: ChildProcess[] = [];
  const kill = (): void => children.forEach((child) => child.kill('SIGKILL'));
  process.once('exit', kill);

  const conf = join(folder, 'ceph.conf');
  const [monPort, port] = [await freePort(), await freePort()];
  const address = `[v2:127.0.0.1:${monPort}]`;
  const cluster = randomUUID();
  mkdirSync(join(folder, 'osd'));
  writeFileSync(conf, configuration({ folder, cluster, address, port }));

  const run = (program: string, ...args: string[]): string => {
    const { status, stdout, stderr, error } = spawnSync(program, ['-c', conf, ...args], { encoding: 'utf8', timeout: startMs });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
    return stdout;
  };
  const start = (program: string, ...args: string[]): ChildProcess => {
    const child = spawn(program, ['-c', conf, '-f', ...args], { stdio: 'ignore' });
    children.push(child);
    return child;
  };

  const map = join(folder, 'monmap');
  run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', address, map);
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
  start('ceph-mon', '-i', 'a');
  const disk = randomUUID();
  run('ceph', 'osd', 'new', disk, '0');
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
  start('ceph-osd', '-i', '0');
  const gateway = start('radosgw', '-n', 'client.gateway');

  const endpoint = `http://127.0.0.1:${port}`;
  await answering(endpoint, gateway, join(folder, 'client.gateway.log'));
  run(
    'radosgw-admin',
    '-n',
    'client.gateway',
    '--admin-socket=',
    'user',
    'create',
    '--uid',
    'tests',
    '--display-name',
    'tests',
    '--access-key',
    accessKeyId,
    '--secret-key',
    secretAccessKey,
  );

  return {
    async settings(bucket) {
      const settings = { bucket, prefix: 'prod/', endpoint, region: 'default', accessKeyId, secretAccessKey };
      const client = new S3Client({
        endpoint,
        forcePathStyle: true,
        region: 'default',
        credentials: { accessKeyId, secretAccessKey },
      });
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      client.destroy();
      return settings;
    },
    async stop() {
      process.off('exit', kill);
      const ends = children
        .filter((child) => child.exitCode === null && child.signalCode === null)
        .map((child) => once(child, 'exit'));
      kill();
      await Promise.all(ends);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a listening TCP server must have a port');
  return address.port;
}

async function answering(endpoint: string, gateway: ChildProcess, log: string): Promise<void> {
  const deadline = performance.now() + startMs;
  for (;;) {
    const isUp = await fetch(endpoint, { signal: AbortSignal.timeout(1_000) }).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (gateway.exitCode !== null || performance.now() > deadline) {
      throw new Error(
        `radosgw does not answer at ${endpoint}:\n${existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : 'no log'}`,
      );
    }
    await pause(50);
  }
}

/** One copy of everything, no authentication inside, objects in memory, and votes that do not wait for voters that never come. */
const configuration = ({
  folder,
  cluster,
  address,
  port,
}: {
  folder: string;
  cluster: string;
  address: string;
  port: number;
}): string => `
[global]
fsid = ${cluster}
mon_host = ${address}
public_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 1
paxos_propose_interval = 0.02
paxos_min_wait = 0.01
osd_objectstore = memstore
run_dir = ${folder}
crash_dir = ${folder}
log_file = ${folder}/$name.log
admin_socket = ${folder}/$name.asok
pid_file = ${folder}/$name.pid
[mon.a]
mon_data = ${folder}/mon
[osd.0]
osd_data = ${folder}/osd
[client.gateway]
rgw_data = ${folder}
rgw_frontends = beast endpoint=127.0.0.1:${port}
`;
