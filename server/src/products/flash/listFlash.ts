/** A person's exchanges, newest first. */
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { sql } from 'kysely';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { rowId } from '../../store/rowId';
import { cutPage, orderPage } from '../orderPage';
import { presentFlash } from './flashRow';

export async function listFlash(
  db: Db,
  user: SignedIn,
  request: EndpointRequest<'flashHistory'>,
): Promise<EndpointResponse<'flashHistory'>> {
  const page = orderPage(request);
  const rows = await db
    .selectFrom('flashExchange')
    .selectAll()
    .where('userId', '=', rowId(user.userId))
    .where('mode', '=', user.mode)
    .where('doneAtMs', 'is not', null)
    .where(sql<boolean>`(done_at_ms, id) < (${page.before.atMs}::bigint, ${page.before.id}::bigint)`)
    .orderBy('doneAtMs', 'desc')
    .orderBy('id', 'desc')
    .limit(page.most)
    .offset(page.offset)
    .execute();
  const cut = cutPage(
    rows.map((row) => ({ ...row, acceptedAtMs: row.doneAtMs ?? 0 })),
    page,
  );
  return { items: cut.rows.map(presentFlash), page: page.page, pageSize: page.pageSize, next: cut.next };
}
