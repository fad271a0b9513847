/**
 * Who a person is, as far as he has shown it: he applies for a step, an operator decides, and what the catalogue says needs a
 * certified person is refused to others. Numbers and addresses are sealed; pictures are of the uploads.
 */
import type { Catalog } from '../catalog/Catalog';
import type { Handlers } from '../http/handler';
import type { Clock } from '../platform/Clock';
import { createKeyedHash, type KeyedHash } from '../platform/keyedHash';
import type { SecretBox } from '../platform/secretBox';
import type { Reviews } from '../reviews/Reviews';
import type { Db, Tx } from '../store/database';
import type { Uploads } from '../uploads/Uploads';
import { certifyDemo } from './certifyDemo';
import { realInfo } from './realInfo';
import { realName } from './realName';
import { createDetailsBox } from './sealedDetails';

export interface PapersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Pick<Catalog, 'identityNeed'>;
  /** What numbers and addresses are sealed, and numbers hashed with. */
  readonly key: () => Promise<string>;
  readonly uploads: Pick<Uploads, 'claim'>;
  readonly reviews: Pick<Reviews, 'open'>;
}

/** What the calls share. */
export interface PapersParts extends Omit<PapersDeps, 'key'> {
  readonly box: SecretBox;
  readonly hashNumber: KeyedHash;
}

export interface Papers {
  readonly handlers: Handlers;
  certifyDemo(tx: Tx, userId: number, nowMs: number): Promise<void>;
}

export function createPapers({ key, ...deps }: PapersDeps): Papers {
  const parts = { ...deps, box: createDetailsBox(key), hashNumber: createKeyedHash(key, 'tessera document numbers') };
  return {
    handlers: { realInfo: realInfo(parts), realName: realName(parts) },
    certifyDemo: (tx, userId, nowMs) => certifyDemo(parts, tx, userId, nowMs),
  };
}
