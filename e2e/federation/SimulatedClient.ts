/**
 * An open page without a browser: the real socket, the real pointer with its signature checked, the real files with their
 * integrity checked, and the rule of when to move. Two hundred of them fit into one process.
 */
import { createPublicKey, verify } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { isInCanary, releasePointer, type ReleasePointer, type ReleaseReference } from '@tessera/shared/federation';
import { integrityOf } from './handmadeRelease';

export interface Move {
  readonly version: string;
  readonly atMs: number;
}

export interface SimulatedPlace {
  readonly origin: string;
  readonly remote: string;
  /** As index.html names them: base64 SPKI. */
  readonly trustedKeys: readonly string[];
}

const requestLimitMs = 10_000;

export class SimulatedClient {
  readonly moves: Move[] = [];
  /** What a person would have seen as an error. */
  readonly failures: string[] = [];
  private readonly socket: Socket;
  private pointer: ReleasePointer | undefined;
  private wanted: ReleaseReference | undefined;
  private ticketIsOpen = false;
  private following = Promise.resolve();

  constructor(
    private readonly place: SimulatedPlace,
    private readonly id: string,
  ) {
    this.socket = io(place.origin, { path: '/socket', transports: ['websocket'], forceNew: true });
    this.socket.on('connect', () => {
      this.tellRunning();
      this.follow(0);
    });
    this.socket.on('release.changed', ({ serial }: { serial: number }) => this.follow(serial));
  }

  get version(): string | undefined {
    return this.moves.at(-1)?.version;
  }

  openTicket(): void {
    this.ticketIsOpen = true;
  }

  closeTicket(): void {
    this.ticketIsOpen = false;
    this.moveIfFree();
  }

  close(): void {
    this.socket.disconnect();
  }

  private follow(serial: number): void {
    this.following = this.following
      .then(async () => {
        if (serial !== 0 && this.pointer !== undefined && this.pointer.serial >= serial) return;
        await this.readPointer();
      })
      .catch((error: unknown) => void this.failures.push(String(error)));
  }

  private async readPointer(): Promise<void> {
    const next = (await this.signedPointer()) ?? (await this.signedPointer());
    if (next === undefined) throw new Error('the pointer is not signed by a trusted key');
    if (this.pointer !== undefined && next.serial < this.pointer.serial) return;
    this.pointer = next;
    const remote = next.remotes[this.place.remote];
    if (remote === undefined) return;
    const isChosen = remote.canary !== null && (await isInCanary(remote.canary, this.id));
    const release = isChosen && remote.canary !== null ? remote.canary.release : remote.stable;
    if (release.version === this.version) {
      this.wanted = undefined;
      return;
    }
    for (const { href, integrity } of [{ href: release.entry, integrity: release.integrity }, ...(release.preload ?? [])]) {
      const bytes = await this.read(href);
      if (integrityOf(bytes) !== integrity) throw new Error(`${href} is damaged`);
    }
    this.wanted = release;
    this.moveIfFree();
  }

  private async signedPointer(): Promise<ReleasePointer | undefined> {
    const [body, signatures] = await Promise.all([this.read('/pointer/prod.json'), this.read('/pointer/prod.json.sig')]);
    const lines = signatures
      .toString()
      .split('\n')
      .filter((line) => line !== '');
    const isTrusted = this.place.trustedKeys.some((key) => {
      const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
      return lines.some((line) =>
        verify('sha256', body, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(line, 'base64')),
      );
    });
    return isTrusted ? releasePointer.parse(JSON.parse(body.toString())) : undefined;
  }

  private async read(address: string): Promise<Buffer> {
    const answer = await fetch(new URL(address, this.place.origin), { signal: AbortSignal.timeout(requestLimitMs) });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  private moveIfFree(): void {
    if (this.wanted === undefined || this.ticketIsOpen) return;
    this.moves.push({ version: this.wanted.version, atMs: performance.now() });
    this.wanted = undefined;
    this.tellRunning();
  }

  private tellRunning(): void {
    const { version } = this;
    this.socket.emit('release.running', {
      host: { version: '0.0.0+51331ead', contract: '1.1.0' },
      serial: this.pointer?.serial ?? null,
      remotes: version === undefined ? {} : { [this.place.remote]: version },
    });
  }
}

/** The keys that the installation's own index.html names. */
export async function trustedKeysOf(appAddress: string): Promise<readonly string[]> {
  const html = await (await fetch(appAddress, { signal: AbortSignal.timeout(requestLimitMs) })).text();
  const found = /name="tessera-trusted-keys" content="([^"]+)"/.exec(html)?.[1];
  if (found === undefined) throw new Error('index.html names no trusted keys');
  return found.split(' ');
}

/** Waits until `isDone`, and says what it waited for when the limit is over. */
export async function until(what: string, isDone: () => boolean, limitMs = 60_000): Promise<void> {
  const giveUpAt = performance.now() + limitMs;
  while (!isDone()) {
    if (performance.now() > giveUpAt) throw new Error(`waited ${limitMs} ms in vain: ${what}`);
    await new Promise((next) => setTimeout(next, 20));
  }
}
