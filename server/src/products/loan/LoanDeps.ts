import type { Catalog } from '../../catalog/Catalog';
import type { Messages } from '../../content/messages';
import type { Identity } from '../../identity/Identity';
import type { Clock } from '../../platform/Clock';
import type { Reviews } from '../../reviews/Reviews';
import type { Db } from '../../store/database';

/** Dependencies of the loan calls. */
export interface LoanDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly messages: Pick<Messages, 'send'>;
  readonly identity: Pick<Identity, 'requireStepUp'>;
  readonly reviews: Pick<Reviews, 'open' | 'cancel'>;
}
