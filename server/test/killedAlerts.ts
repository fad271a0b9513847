/** Price alerts that somebody sets, close above and below the price, while the server is killed: what was told, and what waits. */
import { randomUUID } from 'node:crypto';
import { sleep } from '../src/platform/timers';
import type { HttpTrader } from './httpTraders';
import type { TestDatabase } from './testDatabase';

const symbol = 'BTC-USDT';
const pauseMs = 150;
const waitLimitMs = 30_000;

interface SetAlert {
  readonly id: string;
  /** Every tick after this one was written after the alert stood. */
  readonly afterSeq: number;
}

export interface KilledAlerts {
  /** Those whose setting was answered. */
  readonly set: readonly SetAlert[];
  /** Sets alerts until it is over. */
  setUntil(isOver: () => boolean): Promise<void>;
  /** Until every tick of the log was held against every alert. */
  untilJudged(): Promise<void>;
  /** By alert: how many messages there are of it. */
  told(): Promise<ReadonlyMap<string, number>>;
  /** Alerts that wait though a tick after they stood met them. */
  passedBy(): Promise<readonly string[]>;
  waiting(): Promise<readonly string[]>;
}

export function openKilledAlerts({ owner }: Pick<TestDatabase, 'owner'>, trader: HttpTrader): KilledAlerts {
  const set: SetAlert[] = [];
  const seqOf = async (table: 'tick_head' | 'price_alert_cursor'): Promise<number> => {
    const { rows } = await owner.query<{ seq: string }>(`select seq from ${table} where symbol_id = $1`, [symbol]);
    return Number(rows[0]?.seq ?? 0);
  };
  const waiting = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ id: string }>('select id from price_alert where user_id = $1', [trader.userId]);
    return rows.map(({ id }) => id);
  };
  return {
    set,
    async setUntil(isOver) {
      for (let turn = 1; !isOver(); turn += 1) {
        await trader.look();
        const price = trader.priceOf(symbol);
        const direction = turn % 2 === 0 ? 'above' : 'below';
        const away = (turn % 7) * (direction === 'above' ? 0.5 : -0.5);
        if (price !== undefined) {
          const answer = await trader.ask('alertSet', { symbol, direction, price: (price + away).toFixed(1) }, randomUUID());
          if (typeof answer?.['id'] === 'string') set.push({ id: answer['id'], afterSeq: await seqOf('tick_head') });
        }
        await sleep(pauseMs);
      }
    },
    async untilJudged() {
      const head = await seqOf('tick_head');
      for (const giveUpAt = performance.now() + waitLimitMs; performance.now() < giveUpAt; await sleep(50)) {
        const { rowCount } = await owner.query('select from price_alert where is_due');
        // Where no alert waits the cursor may stay: there is nothing to hold the ticks against.
        if (rowCount === 0 && ((await seqOf('price_alert_cursor')) >= head || (await waiting()).length === 0)) return;
      }
      throw new Error('the ticks of the log were not held against all alerts');
    },
    async told() {
      const { rows } = await owner.query<{ alert: string; size: number }>(
        `select params->>'alert' as alert, count(*)::int as size from user_message where kind = 'price_reached' group by 1`,
      );
      return new Map(rows.map(({ alert, size }) => [alert, size]));
    },
    async passedBy() {
      const { rows } = await owner.query<{ id: string }>(
        `select a.id from price_alert a join unnest($1::bigint[], $2::bigint[]) s (id, after_seq) using (id)
           join price_alert_cursor c using (symbol_id)
         where exists (select from tick t where t.symbol_id = a.symbol_id and t.seq > s.after_seq and t.seq <= c.seq and t.is_live
           and case a.direction when 'above' then t.price >= a.price else t.price <= a.price end)`,
        [set.map(({ id }) => id), set.map(({ afterSeq }) => afterSeq)],
      );
      return rows.map(({ id }) => id);
    },
    waiting,
  };
}
