const stateWords = { ordered: 'to be paid', paid: 'paid', failed: 'not paid' } as const;

export const payoutsTexts = {
  title: 'Payouts',
  filter: 'Filter',
  show: 'Show',
  shows: { ordered: 'to be paid', any: 'all' },
  means:
    'Withdrawals that are approved. What the exchange does not send itself you pay from the wallet of the network; then enter the transaction here: only then the books move.',
  nothingWaits: 'Nothing is to be paid.',
  nextPage: { newest: 'First page', older: 'Next page' },
  state: (state: keyof typeof stateWords, when: string, by: string | null) =>
    `${stateWords[state]} ${when}${by === null ? '' : `, entered by ${by}`}`,
  ordered: (age: string) => `approved ${age}`,
  pays: (amount: string, asset: string) => `${amount} ${asset}`,
  card: { show: 'Show the card (the audit log says who)', number: 'Card number', holder: 'Holder', bank: 'Bank' },
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
    handOver: (what: string, who: string) => `Pay ${what} to ${who} by hand?`,
  },
  now: { paid: 'It is paid', failed: 'Give it back', handOver: 'Hand over' },
  reasonHint: 'The person reads it, and has the money back at once.',
  done: {
    paid: (who: string) => `${who}: paid.`,
    failed: (who: string) => `${who}: given back.`,
    handOver: (who: string) => `${who}: to be paid by hand.`,
  },
  sends: 'Sent by',
  adapters: { manual: 'an operator, by hand', evm: 'the exchange' } as Readonly<Record<string, string>>,
  chain: 'Chain',
  chainSays: {
    live: (confirmations: number | null, needed: number) =>
      confirmations === null ? 'in no block yet' : `${confirmations} of ${needed} confirmations`,
    paid: () => 'paid, for good',
    failed: () => 'in the chain for good, and it did not pay: hand it over',
    lost: () => 'another transaction has its nonce for good: find out which one and why, then hand it over',
  },
  asked: (when: string) => `asked ${when}`,
  wallet: 'From',
  nonce: (nonce: number) => `nonce ${nonce}`,
  gas: 'Gas',
  gasOffered: (gwei: string, raises: number) =>
    `at most ${gwei} gwei${raises === 0 ? '' : `, raised ${raises === 1 ? 'once' : `${raises} times`}`}`,
  waits: 'Waits',
  waitsFor: {
    funds: 'The wallet has not enough: fill it, or hand the payout over.',
    fee: 'Gas costs more than the limit. It goes by itself when it is cheaper.',
    refused: 'The chain would refuse it: look at the address, then hand it over.',
  },
  handOver: 'Hand over …',
  handOverMeans: 'The exchange does not send it any more. You pay it, or give it back, and say so here.',
  acts: (who: string) => `Payout to ${who}`,
} as const;
