import { appendAudit } from '../audit';
import { flagOf, instantOf, Refusal, shownInstant, UsageError, type Command } from '../Command';

export const incidentCommands: readonly Command[] = [
  {
    words: ['incident', 'void'],
    usage: '--symbol <id> --from <instant> --to <instant> --reason <text>',
    says: "publishes that a symbol's prices do not count in an interval: every contract that touches it gets stake and fee back",
    async run({ db, clock, actor }, input) {
      const [symbol, reason] = [flagOf(input, 'symbol'), flagOf(input, 'reason')];
      const [fromMs, toMs] = [instantOf(input, 'from'), instantOf(input, 'to')];
      const nowMs = clock.now();
      if (toMs <= fromMs) throw new UsageError('--to must be after --from');
      if (toMs > nowMs) throw new Refusal('an incident is about the past: nobody may void what is still to come');
      if ((await db.selectFrom('symbol').select('id').where('id', '=', symbol).executeTakeFirst()) === undefined)
        throw new Refusal(`no symbol ${symbol}`);
      const id = await db.transaction().execute(async (tx) => {
        const made = await tx
          .insertInto('incident')
          .values({ symbol, fromMs, toMs, reason, publishedAtMs: nowMs })
          .returning('id')
          .executeTakeFirstOrThrow();
        await appendAudit(tx, {
          actor,
          action: 'incident.void',
          subject: `incident ${made.id}`,
          details: { symbol, fromMs, toMs, reason },
          nowMs,
        });
        return made.id;
      });
      return {
        rows: [{ id, symbol, from: shownInstant(fromMs), to: shownInstant(toMs), reason }],
        note: 'published; a running server refunds within seconds',
      };
    },
  },
  {
    words: ['incident', 'list'],
    usage: '',
    says: 'all published incidents, newest first',
    async run({ db }) {
      const rows = await db.selectFrom('incident').selectAll().orderBy('id', 'desc').limit(200).execute();
      return {
        rows: rows.map((row) => ({
          id: row.id,
          symbol: row.symbol,
          from: shownInstant(row.fromMs),
          to: shownInstant(row.toMs),
          reason: row.reason,
          published: shownInstant(row.publishedAtMs),
        })),
      };
    },
  },
];
