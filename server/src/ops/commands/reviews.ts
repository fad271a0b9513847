import type { OperationsClient } from '../../operators/OperationsClient';
import { flagOf, shownInstant, UsageError, wordOf, type CommandInput, type CommandOutput, type ServerCommand } from '../Command';

const states = ['pending', 'approved', 'rejected', 'expired', 'reversed'] as const;
const most = 200;

export const reviewCommands: readonly ServerCommand[] = [
  {
    words: ['reviews', 'list'],
    usage: `[--status ${states.join('|')}]`,
    says: 'open reviews, oldest first',
    async ask(server, { flags }) {
      const wanted = flags['status'] ?? 'pending';
      const state = states.find((one) => one === wanted);
      if (state === undefined) throw new UsageError(`--status is one of ${states.join(', ')}`);
      const { items } = await server.call('reviewsList', { state, limit: most });
      return {
        rows: items.map((row) => ({
          id: row.id,
          kind: row.kind,
          about: row.ref,
          user: row.userId,
          amount: row.amount,
          asset: row.asset,
          operators: row.approvalsNeeded,
          opened: shownInstant(row.openedAtMs),
          expires: shownInstant(row.expiresAtMs),
          state: row.state,
        })),
      };
    },
  },
  {
    words: ['reviews', 'show'],
    usage: '<id>',
    says: 'the content of a review, and the decisions so far',
    async ask(server, input) {
      const { review, terms, termsHash, decisions } = await server.call('reviewsGet', { id: wordOf(input, 'review id') });
      return { rows: [{ ...review, ...terms, termsHash, decisions }] };
    },
  },
  {
    words: ['reviews', 'approve'],
    usage: '<id> --terms <hash>',
    says: 'approves it; the last approval that is needed carries it out at once; the hash is that of reviews show',
    ask: (server, input) => decide(server, input, 'approved'),
  },
  {
    words: ['reviews', 'reject'],
    usage: '<id> --terms <hash> --reason <text>',
    says: 'refuses it; the reason is shown to the person',
    ask: (server, input) => decide(server, input, 'rejected'),
  },
  {
    words: ['reviews', 'reverse'],
    usage: '<id> --reason <text>',
    says: 'takes a wrong approval back; by another operator than those who gave it',
    async ask(server, input) {
      const id = wordOf(input, 'review id');
      return { rows: [{ id, ...(await server.call('reviewsReverse', { id, reason: flagOf(input, 'reason') })) }] };
    },
  },
];

async function decide(server: OperationsClient, input: CommandInput, verdict: 'approved' | 'rejected'): Promise<CommandOutput> {
  const [id, termsHash] = [wordOf(input, 'review id'), flagOf(input, 'terms')];
  const reason = verdict === 'rejected' ? { reason: flagOf(input, 'reason') } : {};
  return { rows: [{ id, ...(await server.call('reviewsDecide', { id, verdict, termsHash, ...reason })) }] };
}
