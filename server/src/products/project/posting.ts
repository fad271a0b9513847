/** The postings of a participation: from the coin account into the project, and back with the result, which the house pays or keeps. */
import { isZero, negate, subtract, type Amount } from '@tessera/shared/money';
import { house, type Leg, type Posting } from '../../ledger/Ledger';

export interface PostedProject {
  /** Number of the participation. */
  readonly id: number;
  readonly userId: number;
  readonly asset: string;
  readonly amount: Amount;
}

const of = ({ id, userId, asset }: PostedProject) => ({
  coin: { ownerId: userId, kind: 'coin', asset } as const,
  project: { ownerId: userId, kind: 'project', asset } as const,
  head: { mode: 'real', kind: 'project', ref: String(id) } as const,
});

export function joinPosting(joined: PostedProject, atMs: number): Posting {
  const { coin, project, head } = of(joined);
  return {
    ...head,
    idem: `project:${joined.id}:join`,
    atMs,
    legs: [
      { account: coin, amount: negate(joined.amount) },
      { account: project, amount: joined.amount },
    ],
  };
}

/** `returned`: the amount plus profit or less loss; after a cancellation the amount. */
export function endPosting(joined: PostedProject, returned: Amount, atMs: number): Posting {
  const { coin, project, head } = of(joined);
  const legs: Leg[] = [
    { account: project, amount: negate(joined.amount) },
    { account: coin, amount: returned },
    { account: house('pnl', joined.asset), amount: subtract(joined.amount, returned) },
  ];
  return { ...head, idem: `project:${joined.id}:end`, atMs, legs: legs.filter(({ amount }) => !isZero(amount)) };
}
