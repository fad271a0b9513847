/**
 * Faults at named points of a test database: every so often a write fails in the middle of its transaction, once as a
 * deadlock's victim, once for a reason nobody knows. The points are triggers, so the exchange runs as it is.
 */
import type pg from 'pg';

export const faultPoints = [
  'journal',
  'entry',
  'seconds_order',
  'spot_order',
  'spot_fill',
  'leverage_order',
  'leverage_deal',
  'leverage_swap',
  'outbox',
  'idem_request',
] as const;

export interface FaultPoints {
  /** Fails each `every`-th write from now on; 0 ends it. */
  every(writes: number): Promise<void>;
  /** How many writes failed. */
  struck(): Promise<number>;
  /** Ends one connection of the server's, whatever it is doing. */
  cutOne(): Promise<void>;
}

export async function addFaultPoints(owner: pg.Pool): Promise<FaultPoints> {
  await owner.query(`
    create sequence fault_place;
    create sequence fault_struck;
    create table fault_rate (every integer not null);
    insert into fault_rate values (0);
    create function fault() returns trigger language plpgsql security definer set search_path = public as $$
    declare rate integer := (select every from fault_rate);
    begin
      if rate > 0 and nextval('fault_place') % rate = 0 then
        if nextval('fault_struck') % 2 = 0 then raise exception 'a fault in %', tg_table_name using errcode = '40P01'; end if;
        raise exception 'a fault in %', tg_table_name using errcode = 'F0001';
      end if;
      return null;
    end $$;
    ${faultPoints.map((table) => `create trigger fault_point after insert or update on ${table} for each statement execute function fault();`).join('\n')}`);
  return {
    every: async (writes) => void (await owner.query('update fault_rate set every = $1', [writes])),
    async struck() {
      const { rows } = await owner.query<{ struck: string }>(
        `select case when is_called then last_value else 0 end::text as struck from fault_struck`,
      );
      return Number.parseInt(rows[0]?.struck ?? '0', 10);
    },
    cutOne: async () =>
      void (await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'owner' order by random() limit 1`,
      )),
  };
}
