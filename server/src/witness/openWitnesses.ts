import { readFile } from 'node:fs/promises';
import type { WitnessSetting } from '../platform/config';
import { askCountersigner } from './askCountersigner';
import { askTimestamp } from './askTimestamp';
import type { Witness } from './Witness';

/** Throws when a file of certificates cannot be read or holds none. */
export const openWitnesses = (settings: readonly WitnessSetting[]): Promise<Witness[]> =>
  Promise.all(
    settings.map(async (setting) =>
      setting.kind === 'countersigner'
        ? askCountersigner(setting.url, setting.publicKey)
        : askTimestamp(setting.url, await readFile(setting.trusted, 'utf8')),
    ),
  );
