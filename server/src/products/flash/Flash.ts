/** Flash exchange: the calls, the removal of old quotes, and the rules of the book that this module answers for. */
import { toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import type { Handlers } from '../../http/handler';
import type { Job } from '../../jobs/JobRunner';
import type { InvariantRule } from '../../ledger/invariants';
import type { Clock } from '../../platform/Clock';
import type { Random } from '../../platform/random';
import type { Receipts } from '../../record/Receipts';
import type { Db } from '../../store/database';
import { deleteInSteps } from '../../store/deleteInSteps';
import { rowId } from '../../store/rowId';
import { executeFlash } from './executeFlash';
import { flashLedgerRules } from './invariants';
import { listFlash } from './listFlash';
import { proveFlash } from './proof';
import { quoteFlash } from './quoteFlash';

interface FlashDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly random: Random;
  readonly receipts: Receipts;
  /** Called after a commit that wrote private events. */
  readonly wakeOutbox: () => void;
}

interface Flash {
  readonly handlers: Handlers;
  readonly job: Job;
  readonly ledgerRules: readonly InvariantRule[];
}

/** A quote that was not taken is told as expired for so long, then as unknown. */
const forgetAfterMs = 3_600_000;

export function createFlash({ db, catalog, clock, random, receipts, wakeOutbox }: FlashDeps): Flash {
  return {
    ledgerRules: flashLedgerRules,
    job: {
      name: 'forget-old-quotes',
      everyMs: 600_000,
      run: () =>
        deleteInSteps(db, 'flash_exchange', sql`done_at_ms is null and expires_at_ms < ${clock.now() - forgetAfterMs}::bigint`),
    },
    handlers: {
      async flashList({ request: { from, to, amount }, user: { userId, mode }, nowMs }) {
        const scales = new Map(catalog.assets().map(({ asset, scale }) => [asset, scale]));
        const isAsked = from !== undefined && to !== undefined && amount !== undefined;
        return {
          assets: catalog
            .flashTerms()
            .filter(({ isOpen }) => isOpen)
            .map(({ asset, min, max, spread, feeRate }) => ({
              asset,
              min: toText(min),
              max: toText(max),
              spread: toText(spread),
              feeRate: toText(feeRate),
              scale: scales.get(asset) ?? 0,
            })),
          quote: isAsked
            ? await quoteFlash({ db, catalog, random }, { userId: rowId(userId), mode, from, to, amount, nowMs })
            : null,
        };
      },

      async flash(call) {
        const done = await executeFlash({ db, catalog, clock, receipts }, call);
        wakeOutbox();
        return done;
      },

      flashHistory: ({ request, user }) => listFlash(db, user, request),
      flashProve: ({ request, user }) => proveFlash(db, catalog, user, request.id),
    },
  };
}
