/**
 * Decisions of operators whose server is killed in the middle of them, at a point that is held open in the database. Each person asked to
 * be verified and two operators must agree; the first has, and the server dies over the second's verdict.
 */
import { randomUUID } from 'node:crypto';
import { operations, type OperationName, type OperationRequest, type OperationResponse } from '@tessera/shared/operations';
import type { Envelope } from '@tessera/shared/contract';
import type { PoolClient } from 'pg';
import { createSystemClock } from '../src/platform/Clock';
import { sleep } from '../src/platform/timers';
import { anOperator, type TestOperator } from './anOperator';
import type { HttpTrader } from './httpTraders';
import type { ServerProcess } from './serverProcess';
import type { TestDatabase } from './testDatabase';

export const killPoints = ['between verdict and effect', 'between commit and answer'] as const;
export type KillPoint = (typeof killPoints)[number];
type Outcome = OperationResponse<'reviewsDecide'>;

/** All that a decision leaves. */
export interface Left {
  readonly state: string;
  readonly decidedBy: readonly string[];
  readonly effects: number;
  readonly messages: number;
  readonly audited: number;
}

export interface KilledDecisions {
  /** Lets a person apply and the operators decide; resolves when the server stands at the point, to be killed there. */
  standAt(point: KillPoint, server: ServerProcess): Promise<void>;
  /** After the kill: what the dead server had begun ends as it must. Answers what is left of it. */
  letGo(point: KillPoint): Promise<Left>;
  /** Three operators call at once, several times each. */
  decideAgain(point: KillPoint, server: ServerProcess): Promise<readonly Outcome[]>;
  left(point: KillPoint): Promise<Left>;
  readonly operators: readonly [first: string, second: string, third: string];
}

/** Of nothing else in this database. */
const lockKey = 71_100;
const triedByEach = 4;
const waitLimitMs = 20_000;

export async function openKilledDecisions(
  { owner }: Pick<TestDatabase, 'owner'>,
  people: Readonly<Record<KillPoint, HttpTrader>>,
): Promise<KilledDecisions> {
  const nowMs = createSystemClock().now();
  const sign = (name: string) => anOperator({ owner }, ['identity'], { nowMs, name });
  const [first, second, third] = [await sign('first'), await sign('second'), await sign('third')];
  // Before the effect is written; and when all is written and the server has asked for the commit.
  await owner.query(`
    update review_rule set approvals = 2 where kind = 'identity_primary';
    create table seen_effect (user_id bigint not null);
    create function stand() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(${lockKey}); return new; end $$;
    create function see() returns trigger language plpgsql security definer set search_path = public as $$
    begin insert into seen_effect values (new.user_id); return new; end $$;
    create trigger stand_before before update on identity_request for each row
      when (new.user_id = ${people['between verdict and effect'].userId}) execute function stand();
    create constraint trigger stand_at_commit after update on identity_request deferrable initially deferred for each row
      when (new.user_id = ${people['between commit and answer'].userId}) execute function stand();
    create trigger see after update on identity_request for each row execute function see()`);
  const asked = new Map<KillPoint, OperationRequest<'reviewsDecide'>>();
  const requestOf = (point: KillPoint) => {
    const request = asked.get(point);
    if (request === undefined) throw new Error(`nobody asked for a decision ${point}`);
    return request;
  };
  let holder: PoolClient | undefined;

  async function untilItStands(): Promise<void> {
    for (const giveUpAt = performance.now() + waitLimitMs; performance.now() < giveUpAt; await sleep(10)) {
      const { rowCount } = await owner.query(
        `select from pg_locks where locktype = 'advisory' and objid = ${lockKey} and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      );
      if (rowCount !== 0) return;
    }
    throw new Error('no decision came as far as where the server is killed');
  }

  async function left(point: KillPoint): Promise<Left> {
    const { rows } = await owner.query<Left>(
      `select r.state,
         array(select o.name from review_decision d join operator o on o.id = d.operator_id where d.review_id = r.id order by o.name) as "decidedBy",
         (select count(*)::int from seen_effect where user_id = r.user_id) as effects,
         (select count(*)::int from user_message where user_id = r.user_id and kind = 'identity_primary_certified') as messages,
         (select count(*)::int from audit where subject = 'review ' || r.public_id) as audited
       from review r where r.public_id = $1`,
      [requestOf(point).id],
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`no review ${point}`);
    return row;
  }

  return {
    operators: [first.name, second.name, third.name],
    async standAt(point, server) {
      const { userId, ask } = people[point];
      await ask(
        'realName',
        {
          step: 'primary',
          country: 'CH',
          firstName: 'Anna',
          lastName: 'Muster',
          idType: 'passport',
          idNumber: `X ${userId}`,
          address: 'Seeweg 1, 3000 Bern',
        },
        randomUUID(),
      );
      const { items } = await operate(server, first, 'reviewsList', { userId: String(userId) });
      const id = items[0]?.id ?? 'none';
      const { termsHash } = await operate(server, first, 'reviewsGet', { id });
      const request = { id, verdict: 'approved', termsHash } as const;
      asked.set(point, request);
      await operate(server, first, 'reviewsDecide', request);
      holder = await owner.connect();
      await holder.query('select pg_advisory_lock($1)', [lockKey]);
      // Its answer never comes.
      void operate(server, second, 'reviewsDecide', request).catch(() => undefined);
      await untilItStands();
    },
    async letGo(point) {
      await holder?.query('select pg_advisory_unlock($1)', [lockKey]);
      // The dead server's transaction has the lock now, and keeps it until it is over.
      await owner.query(`begin; select pg_advisory_xact_lock(${lockKey}); commit`);
      holder?.release();
      return left(point);
    },
    decideAgain: (point, server) =>
      Promise.all(
        [first, second, third].flatMap((operator) =>
          Array.from({ length: triedByEach }, () => operate(server, operator, 'reviewsDecide', requestOf(point))),
        ),
      ),
    left,
  };
}

/** An operator's call of a server that may be gone: rejects then. */
export async function operate<Name extends OperationName>(
  { operationsUrl }: ServerProcess,
  { token }: TestOperator,
  name: Name,
  request: OperationRequest<Name>,
): Promise<OperationResponse<Name>> {
  const answer = await fetch(new URL(operations[name].path, operationsUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(waitLimitMs),
  });
  const envelope = (await answer.json()) as Envelope;
  if (envelope.type !== 'ok') throw new Error(`${name} answered ${JSON.stringify(envelope)}`);
  return envelope.message as OperationResponse<Name>;
}
