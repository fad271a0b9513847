/**
 * Who a person is, as far as he has shown it: he applies for a step, an operator decides, and what the catalogue says needs a
 * certified person is refused to others. Numbers and addresses are sealed; pictures are of the uploads.
 */
import type { Catalog } from '../catalog/Catalog';
import type { Messages } from '../content/messages';
import type { Handlers } from '../http/handler';
import type { Clock } from '../platform/Clock';
import type { KeyedHash } from '../platform/keyedHash';
import type { SecretBox } from '../platform/secretBox';
import type { Reviews } from '../reviews/Reviews';
import type { Db, Tx } from '../store/database';
import type { Uploads } from '../uploads/Uploads';
import { certifyDemo } from './certifyDemo';
import { realInfo } from './realInfo';
import { realName } from './realName';

export interface PapersNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Pick<Catalog, 'identityNeed'>;
  /** Seals numbers and addresses. */
  readonly box: SecretBox;
  readonly hashNumber: KeyedHash;
  readonly uploads: Pick<Uploads, 'claim'>;
  readonly reviews: Pick<Reviews, 'open'>;
  readonly messages: Messages;
}

export interface Papers {
  readonly handlers: Handlers;
  certifyDemo(tx: Tx, userId: number, nowMs: number): Promise<void>;
}

export const createPapers = (needs: PapersNeeds): Papers => ({
  handlers: { realInfo: realInfo(needs), realName: realName(needs) },
  certifyDemo: (tx, userId, nowMs) => certifyDemo(needs, tx, userId, nowMs),
});
