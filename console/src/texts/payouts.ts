const stateWords = { ordered: 'to be paid', paid: 'paid', failed: 'not paid' } as const;

export const payoutsTexts = {
  title: 'Payouts',
  filter: 'Filter',
  show: 'Show',
  shows: { ordered: 'to be paid', any: 'all' },
  means:
    'Withdrawals that are approved. Pay from the wallet of the network, then enter the transaction here: only then the books move.',
  nothingWaits: 'Nothing is to be paid.',
  nextPage: { newest: 'First page', older: 'Next page' },
  state: (state: keyof typeof stateWords, when: string, by: string | null) =>
    `${stateWords[state]} ${when}${by === null ? '' : `, entered by ${by}`}`,
  ordered: (age: string) => `approved ${age}`,
  pays: (amount: string, asset: string) => `${amount} ${asset}`,
  network: 'Network',
  address: 'To',
  transaction: 'Transaction',
  transactionHint: 'As the chain or the bank names it. Nobody can change it afterwards.',
  transactionMissing: 'Enter the transaction: at least four characters, without spaces.',
  reason: 'Reason',
  paid: 'Paid …',
  failed: 'Cannot be paid …',
  ask: {
    paid: (what: string, who: string) => `${what} to ${who}: paid?`,
    failed: (what: string, who: string) => `${what} to ${who}: not paid?`,
  },
  now: { paid: 'It is paid', failed: 'Give it back' },
  reasonHint: 'The person reads it, and has the money back at once.',
  done: { paid: (who: string) => `${who}: paid.`, failed: (who: string) => `${who}: given back.` },
  acts: (who: string) => `Payout to ${who}`,
} as const;
