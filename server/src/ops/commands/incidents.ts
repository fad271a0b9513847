import { overtaken } from '../../execution/acceptInOrder';
import { publishRecord } from '../../record/publishRecord';
import { parseRowId } from '../../store/rowId';
import { actAsOwner } from '../actAsOwner';
import { appendAudit, holdAudit } from '../audit';
import {
  flagOf,
  instantOf,
  Refusal,
  shownInstant,
  UsageError,
  wordOf,
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandOutput,
} from '../Command';
import { signInOperator, type ProvedOperator } from '../signInOperator';

const mayVoid = ['risk', 'compliance'] as const;
/** A colleague looks at it now or not at all. */
const expiresAfterMs = 3_600_000;
/** An order that was accepted between counting and commit makes it be counted again. */
const maxTries = 5;

export const incidentCommands: readonly Command[] = [
  {
    words: ['incident', 'propose'],
    usage: '--symbol <id> --from <instant> --to <instant> --reason <text> --as <operator>',
    says: "proposes that a symbol's prices do not count in an interval; nothing happens until another operator confirms it",
    run: propose,
  },
  {
    words: ['incident', 'confirm'],
    usage: '<proposal id> --as <another operator>',
    says: 'publishes it: every contract that touches the interval gets stake and fee back. Orders that still run there need a halt first',
    run: confirm,
  },
  {
    words: ['incident', 'proposals'],
    usage: '',
    says: 'what waits for a second operator',
    async run({ db, clock }) {
      const rows = await db
        .selectFrom('incidentProposal')
        .selectAll()
        .where('confirmedBy', 'is', null)
        .where('expiresAtMs', '>', clock.now())
        .orderBy('id')
        .execute();
      return {
        rows: rows.map((row) => ({
          id: row.id,
          symbol: row.symbol,
          from: shownInstant(row.fromMs),
          to: shownInstant(row.toMs),
          reason: row.reason,
          by: row.proposedRole,
          expires: shownInstant(row.expiresAtMs),
        })),
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

async function propose(context: CommandContext, input: CommandInput): Promise<CommandOutput> {
  const { db, clock } = context;
  const [symbol, reason] = [flagOf(input, 'symbol'), flagOf(input, 'reason')];
  const [fromMs, toMs] = [instantOf(input, 'from'), instantOf(input, 'to')];
  if (toMs <= fromMs) throw new UsageError('--to must be after --from');
  const nowMs = clock.now();
  if (toMs > nowMs) throw new Refusal('an incident is about the past: nobody may void what is still to come');
  if ((await db.selectFrom('symbol').select('id').where('id', '=', symbol).executeTakeFirst()) === undefined)
    throw new Refusal(`no symbol ${symbol}`);
  const operator = await signInOperator(context, mayVoid);
  const proposedAtMs = clock.now();
  const expiresAtMs = proposedAtMs + expiresAfterMs;
  const id = await db.transaction().execute(async (tx) => {
    await actAsOwner(tx);
    const made = await tx
      .insertInto('incidentProposal')
      .values({
        symbol,
        fromMs,
        toMs,
        reason,
        proposedBy: operator.id,
        proposedRole: operator.role,
        proposedAtMs,
        expiresAtMs,
        confirmedBy: null,
        confirmedRole: null,
        confirmedAtMs: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await appendAudit(tx, {
      actor: operator.name,
      action: 'incident.propose',
      subject: `incident proposal ${made.id}`,
      details: { symbol, fromMs, toMs, reason },
      nowMs: proposedAtMs,
    });
    return made.id;
  });
  return {
    rows: [{ id, symbol, from: shownInstant(fromMs), to: shownInstant(toMs), reason, expires: shownInstant(expiresAtMs) }],
    note: `not published: another operator confirms it with incident confirm ${id}`,
  };
}

async function confirm(context: CommandContext, input: CommandInput): Promise<CommandOutput> {
  const word = wordOf(input, 'proposal id');
  const id = parseRowId(word);
  if (id === undefined) throw new Refusal(`no proposal ${word}`);
  const operator = await signInOperator(context, mayVoid);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await publish(context, id, operator);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === 'O0006')
        throw new Refusal('orders that meet this time still run: halt trading of the symbol for everybody first (market halt)');
      if (code === 'O0007')
        throw new Refusal(
          'refunds of an earlier incident of this symbol are not finished: a running server does that within seconds',
        );
      if (code === 'O0002') throw new Refusal('who proposed it is not an operator any more');
      if (code !== overtaken || attempt >= maxTries) throw error;
    }
  }
}

function publish({ db, clock }: CommandContext, id: number, operator: ProvedOperator): Promise<CommandOutput> {
  return db.transaction().execute(async (tx) => {
    await actAsOwner(tx);
    const proposal = await tx.selectFrom('incidentProposal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    const nowMs = clock.now();
    if (proposal === undefined) throw new Refusal(`no proposal ${id}`);
    if (proposal.confirmedBy !== null) throw new Refusal(`proposal ${id} was confirmed already`);
    if (proposal.expiresAtMs <= nowMs) throw new Refusal(`proposal ${id} expired at ${shownInstant(proposal.expiresAtMs)}`);
    if (proposal.proposedBy === operator.id) throw new Refusal('who proposed it may not confirm it');
    await holdAudit(tx);
    await tx
      .updateTable('incidentProposal')
      .set({ confirmedBy: operator.id, confirmedRole: operator.role, confirmedAtMs: nowMs })
      .where('id', '=', id)
      .execute();
    const { symbol, fromMs, toMs, reason, proposedRole } = proposal;
    const made = await tx
      .insertInto('incident')
      .values({ symbol, fromMs, toMs, reason, publishedAtMs: nowMs, proposalId: id })
      .returning(['id', 'sums'])
      .executeTakeFirstOrThrow();
    const sums = made.sums ?? [];
    await appendAudit(tx, {
      actor: operator.name,
      action: 'incident.confirm',
      subject: `incident ${made.id}`,
      details: { proposal: id, symbol, fromMs, toMs, reason },
      nowMs,
    });
    await publishRecord(tx, {
      kind: 'incident',
      atMs: nowMs,
      body: {
        id: String(made.id),
        symbol,
        fromMs,
        toMs,
        reason,
        proposedBy: proposedRole,
        confirmedBy: operator.role,
        sums: sums.map(({ setOff = '0', ...sum }) => ({ ...sum, setOff })),
      },
    });
    return {
      rows: [{ id: made.id, symbol, from: shownInstant(fromMs), to: shownInstant(toMs), reason, sums }],
      note: 'published; a running server refunds within seconds',
    };
  });
}
