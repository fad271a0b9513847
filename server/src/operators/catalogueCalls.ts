import type { OperationRequest, OperationResponse } from '@tessera/shared/operations';
import { AppError, invariant } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { namesOfTerms, readChange, readTerms, termsOf } from '../catalog/changeableTerms';
import { publishTerms } from '../catalog/publishTerms';
import { appendAudit } from '../ops/audit';
import { recordTerms } from '../record/catalogTerms';
import type { Db } from '../store/database';
import type { OperationCall, OperationHandlers } from './OperationHandler';
import { Preview, previewed } from './Preview';

const doors = ['seconds', 'spot', 'leverage'] as const;
type Door = (typeof doors)[number];
/** Versions go forward in time only, so one that is to come stands in the way of closing a symbol at once. */
const furthestMs = 3_600_000;
const versionsShown = 100;

type Published = OperationResponse<'catalogueChange'>;

export function catalogueCalls({ db }: { readonly db: Db }) {
  async function publish(
    { operator, nowMs }: Pick<OperationCall<'catalogueChange'>, 'operator' | 'nowMs'>,
    asked: Pick<OperationRequest<'catalogueChange'>, 'name' | 'key' | 'change' | 'reason' | 'validFromMs' | 'preview'>,
  ): Promise<Published> {
    const { name, key, reason, validFromMs = nowMs, preview = false } = asked;
    if (validFromMs < nowMs || validFromMs > nowMs + furthestMs)
      throw new AppError('PARAMETER_WRONG', { params: { field: 'validFromMs' } });
    const terms = await termsOf(db, name);
    const change = readChange(terms, asked.change);
    return previewed<Published>(db, async (tx) => {
      const version = await publishTerms(tx, {
        sessionHash: operator.sessionHash,
        name,
        key,
        change,
        validFromMs,
        note: reason,
        nowMs,
      });
      const rows = await readTerms(tx, terms, { version });
      const after = rows.find(({ since }) => since === version);
      const before = rows.find(({ since }) => since !== version);
      invariant(before !== undefined && after !== undefined, 'one row ends with a version, and one begins');
      const published = { validFromMs, before: before.terms, after: after.terms };
      if (preview) throw new Preview<Published>({ version: null, ...published });
      await appendAudit(tx, {
        actor: operator.name,
        action: 'catalog.set',
        subject: `${name} ${key.join('/')}`,
        details: { version, validFromMs, reason, ...change },
        nowMs,
      });
      await recordTerms(tx, version, nowMs);
      return { version, ...published };
    });
  }

  /** Opening everything means what the symbol has terms for. */
  async function doorsWithTerms(symbol: string): Promise<readonly Door[]> {
    const { rows } = await sql<{ door: Door }>`
      select 'seconds' as door from symbol s join seconds_term t on t.asset_class = s.asset_class
        where s.id = ${symbol} and s.until_version is null and t.until_version is null
      union select 'spot' from spot_term where symbol_id = ${symbol} and until_version is null
      union select 'leverage' from leverage_term where symbol_id = ${symbol} and until_version is null`.execute(db);
    return rows.map(({ door }) => door);
  }

  return {
    async catalogueGet({ request, nowMs }) {
      const names = [...(await namesOfTerms(db))];
      if (request.name === undefined) {
        const versions = await db
          .selectFrom('catalogVersion')
          .select(['version', 'validFromMs', 'note'])
          .orderBy('version', 'desc')
          .limit(versionsShown)
          .execute();
        return { names, keyColumns: [], fields: [], rows: [], versions };
      }
      const terms = await termsOf(db, request.name);
      const rows = [...(await readTerms(db, terms, { atMs: nowMs }))];
      return { names, keyColumns: [...terms.keyColumns], fields: [...terms.fields], rows, versions: [] };
    },

    catalogueChange: (call) => publish(call, call.request),

    async catalogueClose(call) {
      const { symbol, doors: named, open, ...asked } = call.request;
      const wanted = named ?? (open ? await doorsWithTerms(symbol) : doors);
      const change = Object.fromEntries(wanted.map((door) => [`has_${door}`, String(open)]));
      return publish(call, { ...asked, name: 'symbol', key: [symbol], change });
    },
  } satisfies Partial<OperationHandlers>;
}
