/** The book by itself: every balance from its entries, every journal against zero, real apart from demo, nobody below zero. */
import type { Evidence, Leg } from './evidence';
import { exact, isBelowZero, isNought, isSame, nought, plus, said, type Exact } from './exact';
import type { Findings } from './Findings';

export function auditLedger({ journals, accounts, scales, answers }: Evidence, findings: Findings): void {
  const byAccount = new Map<string, Leg[]>();
  const house = new Map<string, Exact>();
  const keys = new Set<string>();
  for (const journal of journals.values()) {
    findings.count('journals');
    const subject = `${journal.id} ${journal.idem}`;
    if (keys.has(journal.idem)) findings.add('journal key twice', subject, journal.idem, 'once');
    keys.add(journal.idem);
    const sums = new Map<string, Exact>();
    if (journal.legs.length < 2) findings.add('journal legs', subject, journal.legs.length, 'two or more');
    if (new Set(journal.legs.map((leg) => leg.account)).size !== journal.legs.length)
      findings.add('journal account twice', subject, 'twice', 'once');
    for (const leg of journal.legs) {
      const asset = leg.account.split(' ')[2] ?? '';
      findings.same('real with demo', subject, leg.mode, journal.mode);
      sums.set(asset, plus(sums.get(asset) ?? nought, leg.amount));
      if (leg.amount.units % 10n ** BigInt(Math.max(0, leg.amount.places - (scales.get(asset) ?? 0))) !== 0n)
        findings.add('scale', subject, said(leg.amount), scales.get(asset));
      const place = `${leg.mode} ${leg.account}`;
      if (leg.version === undefined) house.set(place, plus(house.get(place) ?? nought, leg.amount));
      else byAccount.set(place, [...(byAccount.get(place) ?? []), leg]);
    }
    for (const [asset, sum] of sums) if (!isNought(sum)) findings.add('journal sum', `${subject} ${asset}`, said(sum), '0');
    if (journal.kind === 'transfer') auditTransfer(journal, answers, findings);
  }

  const total = new Map<string, Exact>();
  for (const stored of accounts) {
    findings.count('accounts');
    const place = `${stored.mode} ${stored.account}`;
    const legs = [...(byAccount.get(place) ?? [])].sort((a, b) => (a.version ?? 0) - (b.version ?? 0));
    let balance = nought;
    legs.forEach((leg, index) => {
      balance = plus(balance, leg.amount);
      findings.same('account version', place, leg.version, index + 1);
      if (leg.balanceAfter === undefined || !isSame(leg.balanceAfter, balance))
        findings.add('balance after', `${place} ${leg.version}`, leg.balanceAfter && said(leg.balanceAfter), said(balance));
      if (isBelowZero(balance)) findings.add('below zero', `${place} ${leg.version}`, said(balance), '>= 0');
    });
    if (stored.isTracked) {
      if (!isSame(stored.balance, balance)) findings.add('balance', place, said(stored.balance), said(balance));
      findings.same('versions', place, stored.version, legs.length);
    }
    const asset = `${stored.mode} ${stored.account.split(' ')[2]}`;
    total.set(asset, plus(total.get(asset) ?? nought, stored.isTracked ? balance : (house.get(place) ?? nought)));
  }
  for (const [asset, sum] of total) if (!isNought(sum)) findings.add('book sum', asset, said(sum), '0');
}

/** Moved what was answered, between the two accounts of one person. */
function auditTransfer(
  journal: { readonly idem: string; readonly legs: readonly Leg[] },
  answers: Evidence['answers'],
  findings: Findings,
): void {
  const [, user = '', ...key] = journal.idem.split(':');
  const text = answers.get(`${user} ${key.join(':')}`);
  if (text === undefined) return findings.add('transfer without answer', journal.idem, 'none', 'one');
  const { from, to, asset, amount } = JSON.parse(text) as { from: string; to: string; asset: string; amount: string };
  const moved = journal.legs
    .map((leg) => `${leg.account} ${said(leg.amount)}`)
    .sort()
    .join(', ');
  findings.same(
    'transfer',
    journal.idem,
    moved,
    [`${user} ${from} ${asset} -${said(exact(amount))}`, `${user} ${to} ${asset} ${said(exact(amount))}`].sort().join(', '),
  );
  findings.count('transfers');
}
