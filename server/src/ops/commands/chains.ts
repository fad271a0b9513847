import { sql } from 'kysely';
import { shownInstant, type Command } from '../Command';

export const chainCommands: readonly Command[] = [
  {
    words: ['chain', 'status'],
    usage: '',
    says: 'how far each chain was read, and whether its endpoints agree; exit code 1 when one is not believed',
    async run({ db, clock }) {
      const { rows } = await sql<{
        network: string;
        block: string | null;
        head: string | null;
        agreedAtMs: number | null;
        lookedAtMs: number;
        problem: string | null;
        problemSinceMs: number | null;
        endpoints: readonly { readonly host: string; readonly height: string | null; readonly problem: string | null }[];
        moving: number;
        owed: number;
        unmatched: number;
      }>`
        select l.network, c.block_number::text as block, l.head_number::text as head, l.agreed_at_ms, l.looked_at_ms, l.problem, l.problem_since_ms,
          l.endpoints,
          (select count(*) from chain_deposit d where d.network = l.network and d.state in ('confirming', 'gone', 'missing')) as moving,
          (select count(*) from chain_deposit d where d.network = l.network and d.state = 'owed') as owed,
          (select count(*) from chain_deposit d where d.network = l.network and d.state = 'unmatched') as unmatched
        from chain_look l left join chain_cursor c on c.network = l.network order by l.network`.execute(db);
      const silentMs = 60_000;
      return {
        rows: rows.map(({ block, head, endpoints, ...row }) => ({
          network: row.network,
          read: block,
          newest: head,
          behind: block === null || head === null ? null : String(BigInt(head) - BigInt(block)),
          agreed: shownInstant(row.agreedAtMs),
          looked: shownInstant(row.lookedAtMs),
          problem: row.problem,
          since: shownInstant(row.problemSinceMs),
          endpoints: endpoints
            .map((one) => `${one.host} ${one.height ?? 'silent'}${one.problem === null ? '' : ` (${one.problem})`}`)
            .join('; '),
          moving: row.moving,
          owed: row.owed,
          unmatched: row.unmatched,
        })),
        isBad: rows.some(({ problem, owed, lookedAtMs }) => problem !== null || owed > 0 || clock.now() - lookedAtMs > silentMs),
      };
    },
  },
  {
    words: ['chain', 'unmatched'],
    usage: '',
    says: 'payments that no program can credit, and credited ones that have gone from their chain, newest first',
    async run({ db }) {
      const { rows } = await sql<Readonly<Record<string, string | number | null>>>`
        select d.network, d.state, d.why, d.asset, d.raw::text as raw, d.decimals, a.address, d.user_id as person, d.txid as transaction, d.seen_at_ms
        from chain_deposit d join deposit_address a on a.id = d.address_id
        where d.state in ('unmatched', 'owed') order by d.id desc limit 200`.execute(db);
      return { rows: rows.map(({ seenAtMs, ...row }) => ({ ...row, seen: shownInstant(Number(seenAtMs)) })) };
    },
  },
];
