import { parseRowId } from '../../store/rowId';
import { appendAudit } from '../audit';
import {
  Refusal,
  shownInstant,
  wordOf,
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandOutput,
} from '../Command';

const most = 200;

export const reviewCommands: readonly Command[] = [
  {
    words: ['reviews', 'list'],
    usage: '[--status waiting|approved|rejected]',
    says: 'what waits for a person, oldest first',
    async run({ db }, { flags }) {
      const status = flags['status'] ?? 'waiting';
      const rows = await db
        .selectFrom('review')
        .selectAll()
        .where('status', '=', status as 'waiting')
        .orderBy('id')
        .limit(most)
        .execute();
      return {
        rows: rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          subject: row.subjectId,
          user: row.userId,
          summary: row.summary,
          requestedBy: row.requestedBy,
          opened: shownInstant(row.openedAtMs),
          status: row.status,
          decidedBy: row.decidedBy,
          reason: row.reason,
        })),
      };
    },
  },
  {
    words: ['reviews', 'approve'],
    usage: '<id> [--reason <text>]',
    says: 'lets it happen; the module that asked acts on it',
    run: (context, input) => decide(context, input, 'approved'),
  },
  {
    words: ['reviews', 'reject'],
    usage: '<id> --reason <text>',
    says: 'refuses it; the reason is shown to the person',
    run: (context, input) => decide(context, input, 'rejected'),
  },
];

async function decide(
  { db, clock, actor }: CommandContext,
  input: CommandInput,
  status: 'approved' | 'rejected',
): Promise<CommandOutput> {
  const word = wordOf(input, 'review id');
  const id = parseRowId(word);
  const reason = input.flags['reason'] ?? null;
  if (status === 'rejected' && reason === null) throw new Refusal('a rejection needs --reason: the person is told why');
  const nowMs = clock.now();
  await db.transaction().execute(async (tx) => {
    const review =
      id === undefined
        ? undefined
        : await tx.selectFrom('review').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (review === undefined) throw new Refusal(`no review ${word}`);
    if (review.status !== 'waiting') throw new Refusal(`review ${review.id} was ${review.status} by ${review.decidedBy}`);
    if (review.requestedBy === actor) throw new Refusal('who asked may not decide');
    await tx
      .updateTable('review')
      .set({ status, decidedBy: actor, decidedAtMs: nowMs, reason })
      .where('id', '=', review.id)
      .execute();
    await appendAudit(tx, {
      actor,
      action: `review.${status}`,
      subject: `review ${review.id}`,
      details: { kind: review.kind, subjectId: review.subjectId, reason },
      nowMs,
    });
  });
  return { rows: [{ id, status, decidedBy: actor }] };
}
