export const booksTexts = {
  title: 'Books',
  summary: 'Money and log',
  flows: 'Movements of money are open.',
  stopped: (reason: string, since: string) => `Movements of money are stopped${since === '' ? '' : ` since ${since}`}: ${reason}`,
  chainHolds: 'The chain of the audit log holds.',
  chainBroken: (row: number) => `The chain of the audit log breaks at row ${row}: somebody changed what was written.`,
  acts: 'What can be done',
  readOnly: {
    reasonHint: 'Shown on this page to operators, and kept in the audit log with your name.',
    on: {
      button: 'Stop money',
      ask: 'Stop every movement of money?',
      means: [
        'No order is accepted, no position opened or closed, nothing is cancelled, moved between accounts or paid out. Everybody who tries reads that money is paused.',
        'What ends meanwhile is settled when money moves again, at the prices of its own instant. Stops and liquidations wait too.',
        'Signing in, prices, charts, lists, messages and reviews without money go on.',
      ],
      done: 'Movements of money are stopped.',
    },
    off: {
      button: 'Let money move',
      ask: 'Let money move again?',
      means: [
        'Orders are accepted at once, and everything that waited is settled at the prices of its own instant.',
        'If a rule over the ledger broke, repair that first: the next round of the watch would stop money again.',
      ],
      done: 'Movements of money are open.',
    },
  },
  checks: 'Checks of the exchange',
  well: 'well',
  rules: 'Rules over the ledger',
  rulesMean: 'Each rule goes through every booking. A rule that does not hold is named by the check “invariants”.',
  noRules: 'No round has ended yet.',
  reached: (journal: number, when: string) => `holds up to booking ${journal}, ${when}`,
} as const;
