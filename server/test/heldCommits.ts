/** Transactions that stand where a test wants them: before a row is written, or when all is written and the commit was asked for. */
import type pg from 'pg';

export type Stand = 'before the commit' | 'at the commit';

export interface HeldCommits {
  /** From now on, whoever changes these people's rows stands there. */
  hold(stand: Stand, userIds: readonly number[]): Promise<void>;
  /** How many stand. */
  standing(): Promise<number>;
  /** Lets them go on, one after the other, and waits until each is over: to its end, or taken back where its server is gone. */
  letGo(): Promise<void>;
}

/** Of nothing else in a database. */
const lockKey = 71_101;

/** `tables`: with a column user_id. */
export async function createHeldCommits(owner: pg.Pool, tables: readonly string[]): Promise<HeldCommits> {
  // However long an order may otherwise wait for a lock.
  await owner.query(`create function stand() returns trigger language plpgsql as $$
    begin
      perform set_config('lock_timeout', '0', true);
      perform pg_advisory_xact_lock(${lockKey});
      return new;
    end $$`);
  let holder: pg.PoolClient | undefined;
  return {
    async hold(stand, userIds) {
      const [when, late] =
        stand === 'before the commit'
          ? ['trigger stand before', '']
          : ['constraint trigger stand after', 'deferrable initially deferred'];
      for (const table of tables)
        await owner.query(
          `create ${when} update on ${table} ${late} for each row when (new.user_id in (${userIds.join()})) execute function stand()`,
        );
      holder = await owner.connect();
      await holder.query('select pg_advisory_lock($1)', [lockKey]);
    },
    async standing() {
      const { rowCount } = await owner.query(
        `select from pg_locks where locktype = 'advisory' and objid = ${lockKey} and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      );
      return rowCount ?? 0;
    },
    async letGo() {
      await holder?.query('select pg_advisory_unlock($1)', [lockKey]);
      holder?.release();
      // Each has the lock until it is over; whoever asks last gets it last.
      await owner.query(`begin; select pg_advisory_xact_lock(${lockKey}); commit`);
      for (const table of tables) await owner.query(`drop trigger stand on ${table}`);
    },
  };
}
