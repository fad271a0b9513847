/** An operator who is signed in, made as the database's owner: for tests of what he does, not of how he gets in. */
import { randomUUID } from 'node:crypto';
import type { OperatorRole } from '@tessera/shared/operations';
import { sha256Hex } from '../src/platform/random';
import type { ActingOperator } from '../src/operators/ActingOperator';
import type { TestDatabase } from './testDatabase';

export interface TestOperator extends ActingOperator {
  /** As the bearer sends it. */
  readonly token: string;
}

/** `userId`: his own account at the exchange. One of that name who is there already is signed in, with these roles. */
export async function anOperator(
  { owner }: Pick<TestDatabase, 'owner'>,
  roles: readonly OperatorRole[],
  { nowMs, userId, name = `op-${randomUUID().slice(0, 8)}` }: { nowMs: number; userId?: number; name?: string },
): Promise<TestOperator> {
  const token = randomUUID();
  const sessionHash = sha256Hex(token);
  const { rows } = await owner.query<{ id: string; session: string }>(
    `with made as (
       insert into operator (name, password_hash, roles, created_at_ms, user_id) values ($1, 'none', $2, $3, $4)
       on conflict (name) do update set roles = excluded.roles returning id
     ), opened as (
       insert into operator_session (operator_id, token_hash, created_at_ms, last_seen_at_ms) select id, $5, $3, $3 from made returning id
     )
     select made.id, opened.id as session from made, opened`,
    [name, roles, nowMs, userId ?? null, sessionHash],
  );
  const [id = Number.NaN, sessionId = Number.NaN] = [Number(rows[0]?.id), Number(rows[0]?.session)];
  return { id, name, roles, sessionId, sessionHash, token };
}
