/** What the days of a test's feed need besides the database: a folder of seeds that is gone with the machine's temporary files. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeedVault } from '../src/feed/days/SeedVault';
import { createLog } from '../src/platform/log';
import { createRandom } from '../src/platform/random';

export function testSeeds(folder = mkdtempSync(join(tmpdir(), 'tessera-seeds-'))) {
  return {
    folder,
    parts: {
      random: createRandom(),
      log: createLog({ logLevel: 'silent' }),
      vault: createSeedVault(folder, async () => 'the key of a test'),
      beacon: undefined,
    },
  };
}
