import { readFile } from 'node:fs/promises';
import type { WitnessSetting } from '../platform/config';
import { askCountersigner } from './askCountersigner';
import type { Witness } from './Witness';

/** Throws when a file of certificates cannot be read or holds none. */
export const openWitnesses = (settings: readonly WitnessSetting[]): Promise<Witness[]> =>
  Promise.all(
    settings.map(async (setting) => {
      if (setting.kind === 'countersigner') return askCountersigner(setting.url, setting.publicKey);
      // Certificates are a large library: read only by who has such a witness.
      const { askTimestamp } = await import('./askTimestamp');
      return askTimestamp(setting.url, await readFile(setting.trusted, 'utf8'));
    }),
  );
