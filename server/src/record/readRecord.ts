/** The public record as anybody may read it. */
import type { EndpointResponse } from '@tessera/shared/contract';
import type { Db } from '../store/database';

/** Entries from `fromSeq` on, oldest first. `kind`: only those of it. */
export async function readRecord(
  db: Db,
  asked: { readonly fromSeq: number; readonly limit: number; readonly kind: string | undefined },
): Promise<EndpointResponse<'publicRecord'>> {
  const found = await db
    .selectFrom('publicRecord')
    .selectAll()
    .where('seq', '>=', asked.fromSeq)
    .$if(asked.kind !== undefined, (query) => query.where('kind', '=', asked.kind ?? ''))
    .orderBy('seq')
    .limit(asked.limit + 1)
    .execute();
  return { entries: found.slice(0, asked.limit), hasMore: found.length > asked.limit };
}
