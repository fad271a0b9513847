/**
 * Plays the release store to one page: the pointer, signed with the key of the running installation, and the files of
 * hand-made releases, each answered as a test says. The store on disk is not touched, so other tests see nothing of it.
 */
import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright/test';
import type { ReleasePointer, RemotePointer } from '@tessera/shared/federation';
import type { HandmadeRelease } from './handmadeRelease';
import { dataDir } from './InstalledReleases';

/** How a file is answered instead of as it is. */
export type Fault = '404' | '500' | 'hangs' | 'slow' | 'html-for-js' | 'wrong-mime' | 'tampered' | 'one-bit';

const slowMs = 1500;

const signingKey = () => createPrivateKey(readFileSync(join(dataDir(), 'keys/release-current.pem')));
/** Above anything that the store itself has counted to, so that a played pointer is never older than the real one. */
const firstSerial = 1_000_000;

export class PlayedReleases {
  private serial = firstSerial;
  private body = '';
  private signature: string | undefined = '';
  private readonly remotes: Record<string, RemotePointer> = {};

  private constructor(private readonly page: Page) {}

  static async on(page: Page): Promise<PlayedReleases> {
    const played = new PlayedReleases(page);
    await page.route('**/pointer/prod.json', (route) => route.fulfill({ body: played.body, contentType: 'application/json' }));
    await page.route('**/pointer/prod.json.sig', (route) =>
      played.signature === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ body: played.signature, contentType: 'text/plain' }),
    );
    return played;
  }

  /** Serves a hand-made release, or plays a fault in its place. */
  async serve(release: HandmadeRelease, fault?: Fault): Promise<void> {
    await this.page.route(`**${release.reference.entry}`, (route) => answer(route, Buffer.from(release.script), fault));
  }

  /** Answers one file of the real store with a fault. */
  async harm(path: string | RegExp, fault: Fault): Promise<void> {
    await this.page.route(path, async (route) => {
      const real = await route.fetch();
      return answer(route, await real.body(), fault, real.headers()['content-type']);
    });
  }

  /** Names what is live for a remote. Each call is a new, signed serial. */
  point(remote: string, stable: RemotePointer['stable'], change: Partial<RemotePointer> = {}): void {
    this.remotes[remote] = { stable, previous: null, canary: null, apply: 'now', disabled: null, lock: null, ...change };
    this.serial += 1;
    const pointer: ReleasePointer = { schema: 1, channel: 'prod', serial: this.serial, issuedAtMs: 0, by: 'e2e', reason: 'played', remotes: this.remotes };
    this.sign(JSON.stringify(pointer));
  }

  /** The next pointer counts as older than any before, though a trusted key signs it: an old one played again. */
  rewind(): void {
    this.serial = firstSerial - 100;
  }

  /** The present pointer, signed by a key that nobody trusts. */
  signWithAnotherKey(): void {
    this.sign(this.body, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
  }

  /** The present pointer without any signature beside it. */
  loseSignature(): void {
    this.signature = undefined;
  }

  /** The present pointer with no word on the integrity of `remote`'s live release, signed well. */
  omitIntegrity(remote: string): void {
    const pointer = JSON.parse(this.body) as ReleasePointer;
    const { integrity: _omitted, ...stable } = pointer.remotes[remote]?.stable ?? { integrity: '' };
    this.sign(JSON.stringify({ ...pointer, remotes: { ...pointer.remotes, [remote]: { ...pointer.remotes[remote], stable } } }));
  }

  /** A pointer whose signature is of other bytes. */
  forge(): void {
    this.body = this.body.replace('"by":"e2e"', '"by":"eve"');
  }

  private sign(body: string, key: KeyObject = signingKey()): void {
    this.body = body;
    this.signature = signatureOf(body, key);
  }
}

/** What lies beside a pointer with this body. */
export const signatureOf = (body: string, key: KeyObject = signingKey()): string =>
  sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }).toString('base64');

/** What the store on disk says is live: the real release of a remote. */
export function realRelease(remote: string): RemotePointer['stable'] {
  const pointer = JSON.parse(readFileSync(join(dataDir(), 'releases/pointer/prod.json'), 'utf8')) as ReleasePointer;
  const found = pointer.remotes[remote];
  if (found === undefined) throw new Error(`the installation has no remote ${remote}`);
  return found.stable;
}

async function answer(route: Route, bytes: Buffer, fault?: Fault, contentType = 'text/javascript'): Promise<void> {
  const changed = (body: Buffer) => route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } });
  switch (fault) {
    case undefined:
      return changed(bytes);
    case '404':
      return route.fulfill({ status: 404, body: 'not found' });
    case '500':
      return route.fulfill({ status: 500, body: 'broken' });
    case 'html-for-js':
      return route.fulfill({ body: '<!doctype html><title>Sign in to the network</title>', contentType: 'text/html' });
    case 'wrong-mime':
      return route.fulfill({ body: bytes, contentType: 'application/octet-stream', headers: { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' } });
    case 'slow':
      await new Promise((next) => setTimeout(next, slowMs));
      return changed(bytes);
    case 'one-bit': {
      const damaged = Buffer.from(bytes);
      // The lowest bit of a letter or digit in the middle: most often still a script, with another meaning.
      const at = damaged.findIndex((byte, place) => place >= damaged.length / 2 && /[a-z0-9]/i.test(String.fromCharCode(byte)));
      damaged.writeUInt8((damaged[at] ?? 0) ^ 1, at);
      return changed(damaged);
    }
    case 'tampered':
      // Still a script or a sheet that would work well: only its integrity can give it away.
      return changed(Buffer.concat([Buffer.from(contentType.includes('css') ? 'body { opacity: 0 }\n' : 'self.tampered = true;\n'), bytes]));
    case 'hangs':
      return undefined;
  }
}
