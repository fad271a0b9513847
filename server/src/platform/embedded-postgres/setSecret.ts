/** Sets the password of the cluster's owner without knowing the old one: PostgreSQL's single-user mode asks for none. */
import { spawn } from 'node:child_process';
import { programPath } from './nativeBinaries';
import type { RunAs } from './runAs';

const limitMs = 60_000;

export interface NewSecret {
  readonly native: string;
  readonly runAs: RunAs;
  /** A cluster that nobody serves at the moment. */
  readonly cluster: string;
  readonly role: string;
  /** Letters and digits only. */
  readonly secret: string;
}

export function setSecret({ native, runAs, cluster, role, secret }: NewSecret): Promise<void> {
  if (!/^\w+$/.test(secret)) return Promise.reject(new Error('The password of the database may have letters and digits only.'));
  return new Promise((resolve, reject) => {
    let said = '';
    const child = spawn(programPath(native, 'postgres'), ['--single', '-D', cluster, 'postgres'], {
      ...runAs.spawnOptions,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      timeout: limitMs,
    });
    const keep = (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0 && !/\bERROR:/.test(said)
        ? resolve()
        : reject(new Error(`The password of the database in ${cluster} could not be set (${status}):\n${said}`)),
    );
    child.stdin.end(`alter role ${role} password '${secret}';\n`);
  });
}
