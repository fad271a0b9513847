/**
 * The seeds of days that are not over, each in a file of its own, outside the database and encrypted: anyone who reads the database, a
 * backup of it, or the folder alone learns nothing about tomorrow's prices. A file is written before its commitment is published.
 *
 *   <folder>/<seed hash>.seed = "1." + base64url( nonce, 12 bytes ‖ AES-256-GCM of seed ‖ local beacon, 64 bytes ‖ tag, 16 bytes )
 *
 * The seed's hash is the additional data, so that no file can stand in for another.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../platform/durableFile';
import { createSecretBox, SealBroken } from '../../platform/secretBox';

export interface DaySecret {
  readonly seed: Buffer;
  /** What the exchange itself adds to the seed where no network does. */
  readonly beacon: Buffer;
}

export interface SeedVault {
  keep(seedHash: string, secret: DaySecret): Promise<void>;
  /** undefined: there is no such file, the seed is lost. Throws an Error in an operator's words when it cannot be opened. */
  read(seedHash: string): Promise<DaySecret | undefined>;
  /** Once it is public. */
  forget(seedHash: string): Promise<void>;
}

const form = '1.';
const seedBytes = 32;

/** `key`: asked for once, when a file is needed; a text that nobody can guess and that is not in the database. */
export function createSeedVault(folder: string, key: () => Promise<string>): SeedVault {
  const box = createSecretBox(key, 'tessera day seeds');
  const pathOf = (seedHash: string): string => join(folder, `${seedHash}.seed`);
  return {
    async keep(seedHash, { seed, beacon }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sealed = await box.seal(Buffer.concat([seed, beacon]), seedHash);
      await writeDurably(pathOf(seedHash), `${form}${sealed.toString('base64url')}\n`, 0o600);
    },
    async read(seedHash) {
      const path = pathOf(seedHash);
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      const sealed = Buffer.from(text.slice(form.length).trim(), 'base64url');
      try {
        if (!text.startsWith(form)) throw new SealBroken('it has another form');
        const plain = await box.open(sealed, seedHash);
        return { seed: plain.subarray(0, seedBytes), beacon: plain.subarray(seedBytes) };
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        throw new Error(
          `The seed in ${path} cannot be opened: it is damaged, or was kept under another SEED_KEY. Give the server that key; or remove ` +
            'the file, and the day gets a new seed, which the public record calls late.',
          { cause: error },
        );
      }
    },
    forget: (seedHash) => rm(pathOf(seedHash), { force: true }),
  };
}
