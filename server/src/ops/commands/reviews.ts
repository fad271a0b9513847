import { shownInstant, UsageError, type Command } from '../Command';
import type { ReviewState } from '../../reviews/tables';

const most = 200;
const states = ['pending', 'approved', 'rejected', 'expired', 'reversed'] as const satisfies readonly ReviewState[];

export const reviewCommands: readonly Command[] = [
  {
    words: ['reviews', 'list'],
    usage: `[--status ${states.join('|')}]`,
    says: 'what waits for an operator, oldest first',
    async run({ db }, { flags }) {
      const wanted = flags['status'] ?? 'pending';
      const state = states.find((one) => one === wanted);
      if (state === undefined) throw new UsageError(`--status is one of ${states.join(', ')}`);
      const rows = await db.selectFrom('review').selectAll().where('state', '=', state).orderBy('id').limit(most).execute();
      return {
        rows: rows.map((row) => ({
          id: row.publicId,
          kind: row.kind,
          about: row.ref,
          user: row.userId,
          amount: row.amount,
          asset: row.asset,
          operators: row.approvals,
          opened: shownInstant(row.openedAtMs),
          expires: shownInstant(row.expiresAtMs),
          state: row.state,
        })),
      };
    },
  },
];
