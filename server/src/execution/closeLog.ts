/**
 * Closes silent logs up to an instant, before the clock decides in place of a tick: waits for ticks that are being written, and
 * lets later ones for that time count as filled in. What was read before this must be read again: a write was perhaps under way.
 */
import { sql } from 'kysely';
import type { Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';

export interface SilentLog {
  readonly symbol: string;
  readonly atMs: number;
}

export async function closeLog(tx: Tx, silent: readonly SilentLog[]): Promise<void> {
  if (silent.length === 0) return;
  enterLock(tx, 'tickLog');
  await sql`select close_tick_log(${silent.map(({ symbol }) => symbol)}::text[], ${silent.map(({ atMs }) => atMs)}::bigint[])`.execute(
    tx,
  );
}
