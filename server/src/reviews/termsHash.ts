import { amount, toText } from '@tessera/shared/money';
import { sha256Hex } from '../platform/random';
import { canonicalJson } from '../store/idempotency';
import type { ReviewTable } from './tables';
import type { Selectable } from 'kysely';

type Frozen = Pick<
  Selectable<ReviewTable>,
  'kind' | 'ref' | 'userId' | 'askedBy' | 'terms' | 'amount' | 'asset' | 'openedAtMs' | 'expiresAtMs'
>;

/** Of all that is asked, in the form that the database gives back. */
export const termsHash = (asked: Frozen): string =>
  sha256Hex(
    canonicalJson([
      asked.kind,
      asked.ref,
      asked.userId,
      asked.askedBy,
      asked.terms,
      asked.amount === null ? null : toText(amount(asked.amount)),
      asked.asset,
      asked.openedAtMs,
      asked.expiresAtMs,
    ]),
  );
