/**
 * Plays the release store to the pages behind one fault server: the pointer, signed with the key of the running installation,
 * and hand-made releases, each answered as a test says. The store on disk is not touched, so other tests see nothing of it.
 */
import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshnessLine, freshnessText, type ReleasePointer, type RemotePointer } from '@tessera/shared/federation';
import type { Fault, FaultServer } from '../fixtures/FaultServer';
import type { HandmadeRelease } from './handmadeRelease';
import { dataDir } from './InstalledReleases';

const signingKey = () => createPrivateKey(readFileSync(join(dataDir(), 'keys/release-current.pem')));
/** Above anything that the store itself has counted to, so that a played pointer is never older than the real one. */
const firstSerial = 1_000_000;
/** The server's clock runs days ahead. */
const farAwayMs = 4_000_000_000_000;
const pointerPath = '/pointer/prod.json';

export class PlayedReleases {
  private serial = firstSerial;
  private body = '';
  private readonly remotes: Record<string, RemotePointer> = {};

  constructor(private readonly server: FaultServer) {}

  /** Serves a hand-made release, or plays a fault in its place. */
  serve({ reference, script }: HandmadeRelease, fault?: Fault): void {
    this.server.play(reference.entry, { type: 'text/javascript', body: script }, fault);
  }

  /** Names what is live for a remote. Each call is a new, signed serial. */
  point(remote: string, stable: RemotePointer['stable'], change: Partial<RemotePointer> = {}): void {
    this.remotes[remote] = { stable, previous: null, canary: null, apply: 'now', disabled: null, lock: null, ...change };
    this.serial += 1;
    const pointer: ReleasePointer = {
      schema: 1,
      channel: 'prod',
      serial: this.serial,
      issuedAtMs: 0,
      by: 'e2e',
      reason: 'played',
      remotes: this.remotes,
    };
    this.publish(JSON.stringify(pointer));
  }

  /** The next pointer counts as older than any before, though a trusted key signs it: an old one played again. */
  rewind(): void {
    this.serial = firstSerial - 100;
  }

  /** After rewind(): the next one is newer than all of before again. */
  proceed(): void {
    this.serial += 1000;
  }

  /** The present pointer, signed by a key that nobody trusts. */
  signWithAnotherKey(): void {
    this.publish(this.body, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
  }

  /** The present pointer without any signature beside it. */
  loseSignature(): void {
    this.server.spoil(`${pointerPath}.sig`, '404');
  }

  /** The present pointer with no word on the integrity of `remote`'s live release, signed well. */
  omitIntegrity(remote: string): void {
    const pointer = JSON.parse(this.body) as ReleasePointer;
    const { integrity: _omitted, ...stable } = pointer.remotes[remote]?.stable ?? { integrity: '' };
    this.publish(
      JSON.stringify({ ...pointer, remotes: { ...pointer.remotes, [remote]: { ...pointer.remotes[remote], stable } } }),
    );
  }

  /** A pointer whose signature is of other bytes. */
  forge(): void {
    this.body = this.body.replace('"by":"e2e"', '"by":"eve"');
    this.server.play(pointerPath, { type: 'application/json', body: this.body });
  }

  private publish(body: string, key: KeyObject = signingKey()): void {
    this.body = body;
    this.server.play(pointerPath, { type: 'application/json', body });
    this.server.play(`${pointerPath}.sig`, { type: 'text/plain', body: signatureOf(body, key) });
  }
}

/** What lies beside a pointer with this body: its signature, and the word that it is live. */
export function signatureOf(body: string, key: KeyObject = signingKey()): string {
  const signed = (text: string): string =>
    sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64');
  return `${signed(body)}\n${freshnessLine({ untilMs: farAwayMs, signature: signed(freshnessText('prod', farAwayMs, body)) })}\n`;
}

/** What the store on disk says is live: the real release of a remote. */
export function realRelease(remote: string): RemotePointer['stable'] {
  const pointer = JSON.parse(readFileSync(join(dataDir(), 'releases/pointer/prod.json'), 'utf8')) as ReleasePointer;
  const found = pointer.remotes[remote];
  if (found === undefined) throw new Error(`the installation has no remote ${remote}`);
  return found.stable;
}
