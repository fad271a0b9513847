/** The login history: each sign-in with its device, its masked network and its way; the newest of each person, for ninety days. */
import { sql } from 'kysely';
import { offsetOf } from '../store/paging';
import { rowId } from '../store/rowId';
import { deviceName } from './deviceName';
import { maskedNetwork } from './maskedNetwork';
import { tellEverywhere } from './tellEverywhere';
import type { Handler } from '../http/handler';
import type { Tx } from '../store/database';
import type { IdentityParts } from './IdentityParts';
import type { SignInTable } from './tables';
import type { User } from './users';

export const signInsKeptMs = 90 * 86_400_000;
const keptOfOne = 100;

export interface NewSignIn {
  readonly user: User;
  readonly way: NonNullable<SignInTable['way']>;
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly nowMs: number;
}

/** With the person held. Answers the device's name. */
export async function noteSignIn(tx: Tx, { user, way, ip, userAgent, nowMs }: NewSignIn): Promise<string> {
  const device = deviceName(userAgent);
  await tx
    .insertInto('signIn')
    .values({ userId: user.id, atMs: nowMs, way, device, network: maskedNetwork(ip) })
    .execute();
  await sql`
    delete from sign_in where user_id = ${user.id}
      and id <= (select id from sign_in where user_id = ${user.id} order by id desc offset ${keptOfOne} limit 1)`.execute(tx);
  return device;
}

/**
 * In the app and by mail, when somebody signs in with what the person never signed in with. A device of a known name in another
 * network is another device: names are shared by many. Call it before the sign-in is noted. The first of all is not told.
 */
export async function tellOfNewDevice(
  parts: Pick<IdentityParts, 'messages' | 'texts'>,
  tx: Tx,
  { user, ip, userAgent, nowMs }: Omit<NewSignIn, 'way'>,
): Promise<void> {
  const device = deviceName(userAgent);
  const network = maskedNetwork(ip);
  const known = await tx.selectFrom('signIn').select(['device', 'network']).distinct().where('userId', '=', user.id).execute();
  // None of an old account: its devices are forgotten, and this one is told rather than let pass.
  const isFirst = known.length === 0 && user.createdAtMs > nowMs - signInsKeptMs;
  const isKnown = known.some((row) => row.device === device && (row.network === network || row.network === ''));
  if (isFirst || isKnown) return;
  const params = { device: `${device === '' ? '–' : device} · ${network}` };
  await tellEverywhere(parts, tx, { user, kind: 'new_device', params, nowMs });
}

export function listSignIns({ db }: IdentityParts): Handler<'signIns'> {
  return async ({ user, request, nowMs }) => {
    const { page, pageSize, offset } = offsetOf(request);
    const mine = db
      .selectFrom('signIn')
      .where('userId', '=', rowId(user.userId))
      .where('atMs', '>', nowMs - signInsKeptMs);
    const { total } = await mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await mine
      .select(['id', 'atMs', 'way', 'device', 'network'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset(offset)
      .execute();
    return { items: rows.map((row) => ({ ...row, id: String(row.id) })), page, pageSize, total };
  };
}
