/** What the audit has to say, and which journals have found the business row that explains them. */
import type { Evidence, Journal } from './evidence';
import { exact, isNought, isSame, nought, plus, said, type Exact } from './exact';

export class Findings {
  readonly all: string[] = [];
  /** What was recomputed, by kind: a reading that looked at nothing would find nothing. */
  readonly counts: Record<string, number> = {};
  private readonly claimed = new Map<number, string>();

  constructor(private readonly journals: Evidence['journals']) {}

  add(rule: string, subject: string, stored: unknown, computed: unknown): void {
    this.all.push(`${rule}: ${subject}: stored ${String(stored)}, computed ${String(computed)}`);
  }

  count(what: string, more = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + more;
  }

  same(rule: string, subject: string, stored: unknown, computed: unknown): void {
    if (stored !== computed) this.add(rule, subject, stored, computed);
  }

  figure(rule: string, subject: string, stored: string | null, computed: Exact | undefined): void {
    const isEqual =
      stored === null || computed === undefined ? stored === null && computed === undefined : isSame(exact(stored), computed);
    if (!isEqual) this.add(rule, subject, stored, computed === undefined ? null : said(computed));
  }

  journal(id: number | null): Journal | undefined {
    return id === null ? undefined : this.journals.get(id);
  }

  /** The journal is there, has this key, belongs to nothing else, and moved exactly these amounts. */
  claim(
    id: number | null,
    expected: {
      readonly subject: string;
      readonly idem: string;
      readonly kind: string;
      readonly mode: string;
      readonly legs: Readonly<Record<string, Exact>>;
    },
  ): Journal | undefined {
    const { subject, legs } = expected;
    const journal = this.journal(id);
    if (journal === undefined || id === null) {
      this.add('journal missing', subject, id, expected.idem);
      return undefined;
    }
    const other = this.claimed.get(id);
    if (other !== undefined) this.add('journal twice', `${id} ${subject}`, other, subject);
    this.claimed.set(id, subject);
    this.same(
      'journal key',
      `${id} ${subject}`,
      `${journal.mode} ${journal.kind} ${journal.idem}`,
      `${expected.mode} ${expected.kind} ${expected.idem}`,
    );
    const moved = (given: readonly (readonly [string, Exact])[]): string =>
      given
        .filter(([, amount]) => !isNought(amount))
        .map(([account, amount]) => `${account} ${said(amount)}`)
        .sort()
        .join(', ');
    this.same(
      'journal legs',
      `${id} ${subject}`,
      moved(journal.legs.map((leg) => [leg.account, leg.amount])),
      moved(Object.entries(legs)),
    );
    this.count('journals claimed');
    return journal;
  }

  unclaimed(kinds: ReadonlySet<string>): void {
    for (const journal of this.journals.values()) {
      if (kinds.has(journal.kind) && !this.claimed.has(journal.id))
        this.add('journal unexplained', `${journal.id} ${journal.kind}`, journal.idem, 'nothing');
    }
  }
}

/** What an account had before a journal: its balance afterwards less what the journal moved. undefined when it moved nothing there. */
export function balanceBefore(journal: Journal | undefined, account: string): Exact | undefined {
  const leg = journal?.legs.find((one) => one.account === account);
  return leg?.balanceAfter === undefined ? undefined : plus(leg.balanceAfter, { ...leg.amount, units: -leg.amount.units });
}
/** Where in the order of the account's entries it stands; behind all where it does not move it. */
export const versionOn = (journal: Journal | undefined, account: string): number =>
  journal?.legs.find((one) => one.account === account)?.version ?? Number.MAX_SAFE_INTEGER;
export const amountOn = (journal: Journal | undefined, account: string): Exact =>
  journal?.legs.find((one) => one.account === account)?.amount ?? nought;
