export const booksTexts = {
  title: 'Books',
  summary: 'Money and log',
  flows: 'Movements of money are open.',
  stopped: (reason: string, since: string) => `Movements of money are stopped${since === '' ? '' : ` since ${since}`}: ${reason}`,
  chainHolds: 'The chain of the audit log holds.',
  chainBroken: (row: number) => `The chain of the audit log breaks at row ${row}: somebody changed what was written.`,
  checks: 'Checks of the exchange',
  well: 'well',
  rules: 'Rules over the ledger',
  rulesMean: 'Each rule goes through every booking. A rule that does not hold is named by the check “invariants”.',
  noRules: 'No round has ended yet.',
  reached: (journal: number, when: string) => `holds up to booking ${journal}, ${when}`,
} as const;
