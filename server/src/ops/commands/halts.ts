import { publishRecord } from '../../record/publishRecord';
import { actAsOwner } from '../actAsOwner';
import { appendAudit } from '../audit';
import { flagOf, Refusal, shownInstant, wordOf, type Command } from '../Command';
import { signInOperator } from '../signInOperator';

/** An emergency is one person's to stop: it takes nothing from anybody, and is public at once. */
const mayHalt = ['trading', 'risk', 'compliance'] as const;

export const haltCommands: readonly Command[] = [
  {
    words: ['market', 'halt'],
    usage: '<symbol> --reason <text> --as <operator>',
    says: 'stops trading of a symbol for everybody at once: no order is accepted; closing and cancelling stay possible',
    async run(context, input) {
      const [symbol, reason] = [wordOf(input, 'symbol'), flagOf(input, 'reason')];
      if ((await context.db.selectFrom('symbol').select('id').where('id', '=', symbol).executeTakeFirst()) === undefined)
        throw new Refusal(`no symbol ${symbol}`);
      const { id: haltedBy, name: actor, role: haltedRole } = await signInOperator(context, mayHalt);
      const nowMs = context.clock.now();
      const id = await context.db.transaction().execute(async (tx) => {
        await actAsOwner(tx);
        const made = await tx
          .insertInto('halt')
          .values({
            symbol,
            fromMs: nowMs,
            reason,
            haltedBy,
            haltedRole,
            untilMs: null,
            resumeReason: null,
            resumedBy: null,
            resumedRole: null,
          })
          .onConflict((conflict) => conflict.column('symbol').where('untilMs', 'is', null).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (made === undefined) throw new Refusal(`trading of ${symbol} is halted already`);
        await appendAudit(tx, { actor, action: 'market.halt', subject: symbol, details: { halt: made.id, reason }, nowMs });
        await publishRecord(tx, {
          kind: 'halt',
          atMs: nowMs,
          body: { id: String(made.id), symbol, state: 'halted', reason, by: haltedRole },
        });
        return made.id;
      });
      return { rows: [{ id, symbol, halted: shownInstant(nowMs), reason }], note: 'published; in force on every node' };
    },
  },
  {
    words: ['market', 'resume'],
    usage: '<symbol> --reason <text> --as <operator>',
    says: 'takes orders of a halted symbol again',
    async run(context, input) {
      const [symbol, reason] = [wordOf(input, 'symbol'), flagOf(input, 'reason')];
      const { id: resumedBy, name: actor, role: resumedRole } = await signInOperator(context, mayHalt);
      const nowMs = context.clock.now();
      const id = await context.db.transaction().execute(async (tx) => {
        await actAsOwner(tx);
        const ended = await tx
          .updateTable('halt')
          .set({ untilMs: nowMs, resumeReason: reason, resumedBy, resumedRole })
          .where('symbol', '=', symbol)
          .where('untilMs', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (ended === undefined) throw new Refusal(`trading of ${symbol} is not halted`);
        await appendAudit(tx, { actor, action: 'market.resume', subject: symbol, details: { halt: ended.id, reason }, nowMs });
        await publishRecord(tx, {
          kind: 'halt',
          atMs: nowMs,
          body: { id: String(ended.id), symbol, state: 'resumed', reason, by: resumedRole },
        });
        return ended.id;
      });
      return { rows: [{ id, symbol, resumed: shownInstant(nowMs), reason }] };
    },
  },
  {
    words: ['market', 'halts'],
    usage: '',
    says: 'halts, newest first',
    async run({ db }) {
      const rows = await db.selectFrom('halt').selectAll().orderBy('id', 'desc').limit(200).execute();
      return {
        rows: rows.map((row) => ({
          id: row.id,
          symbol: row.symbol,
          halted: shownInstant(row.fromMs),
          reason: row.reason,
          by: row.haltedRole,
          resumed: shownInstant(row.untilMs),
          resumedBy: row.resumedRole,
        })),
      };
    },
  },
];
