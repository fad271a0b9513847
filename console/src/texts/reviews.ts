import type { IdentityField } from '@tessera/shared/contract';
import type { OperationResponse } from '@tessera/shared/operations';

type State = OperationResponse<'reviewsDecide'>['state'];

const stateWords: Readonly<Record<State, string>> = {
  pending: 'waiting',
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
  reversed: 'taken back',
  cancelled: 'cancelled by the person',
};

const identityFields: Readonly<Record<IdentityField, string>> = {
  country: 'Country',
  firstName: 'First name',
  lastName: 'Last name',
  idType: 'Kind of document',
  idNumber: 'Number of the document',
  address: 'Address',
  frontUploadId: 'Picture of the front',
  backUploadId: 'Picture of the back',
};
const withdrawalFields = {
  asset: 'Asset',
  network: 'Network',
  networkName: 'Name of the network',
  label: 'The person calls it',
  fee: 'Fee, out of it',
  value: 'Worth in USDT (— : no price)',
};

const loanFields = {
  mode: 'Account',
  dailyRate: 'Interest a day, a share of the loan',
  collateral: 'Collateral, locked since it was asked',
};

const paymentFields = {
  number: 'Number',
  method: 'Paid by',
  turnoverNeed: 'To be traded before a withdrawal, in USDT',
  pictures: 'Pictures',
  gateway: 'Paid through',
  payment: 'Number of the payment there',
  merchant: 'Merchant',
  price: 'Price of one',
  currency: 'Paid in',
  fiatAmount: 'Paid',
  way: 'Account of the merchant',
  disputedBy: 'Disputed by',
  dispute: 'What is said of it',
};

/** What becomes of the amount, by the review's kind. */
const amountFields: Readonly<Record<string, string>> = {
  withdrawal: 'Leaves the account',
  treasure: 'Leaves the account',
  loan: 'Lent to the person',
};

const treasureFields = {
  product: 'Product',
  rate: 'Rate, a share',
  rateKind: 'Rate of',
  days: 'Days',
  catalogVersion: 'Version of the terms',
};

export const reviewsTexts = {
  title: 'Reviews',
  filter: 'Filter',
  state: 'Show',
  states: stateWords,
  person: 'Of the person',
  personHint: 'His number of eight digits.',
  nothingWaits: 'Nothing waits for you.',
  nothingFound: 'There is none.',
  nextPage: { newest: 'First page', older: 'Next page' },
  waiting: (age: string) => `asked ${age}`,
  ended: (state: State, when: string) => `${stateWords[state]} ${when}`,
  approvals: (given: number, needed: number, by: readonly string[]) =>
    needed === 1 ? '' : `${given} of ${needed}${by.length === 0 ? '' : `, by ${by.join(', ')}`}`,
  back: 'All reviews',
  asked: 'What was asked',
  number: 'Person',
  account: 'Account',
  about: 'About',
  amount: 'Amount',
  opened: 'Asked',
  expires: 'Ends by itself',
  eyes: 'Operators who must agree',
  eyesNow: (given: number, needed: number, by: readonly string[]) =>
    `${given} of ${needed}${by.length === 0 ? '' : `, by ${by.join(', ')}`}`,
  details: 'Details',
  terms: 'Frozen terms',
  hash: 'Hash of the terms',
  papers: 'Documents',
  paper: { front: 'Front', back: 'Back' } as Readonly<Record<string, string>>,
  paperOf: (name: string) => `Document: ${name}`,
  smaller: 'Smaller',
  larger: 'Larger',
  turn: 'Turn',
  whole: 'Whole',
  paperGone: 'The picture does not load. Its address is asked for again.',
  decisions: 'Decisions',
  noDecisions: 'Nobody has decided yet.',
  decided: (verdict: 'approved' | 'rejected') => stateWords[verdict],
  fieldsAgain: (fields: string) => `To do again: ${fields}`,
  meanwhile: (state: State, by: string) => `Decided meanwhile: ${stateWords[state]}${by === '' ? '' : ` by ${by}`}.`,
  isEnded: (state: State) => `This review is ${stateWords[state]}. Nothing is left to decide.`,
  ownIsGiven: 'You have agreed. Another operator must agree too.',
  acts: 'Decide',
  approve: 'Approve (a)',
  reject: 'Reject (r)',
  next: 'Next (n)',
  nothingElse: 'Nothing else waits for you.',
  reverse: 'Take back',
  cancel: 'Cancel',
  confirm: {
    approve: (kind: string) => `Approve: ${kind}`,
    reject: (kind: string) => `Reject: ${kind}`,
    reverse: (kind: string) => `Take back: ${kind}`,
    approveWhat: (who: string) => `Done for ${who} at once, as frozen below.`,
    approveFirst: (who: string, left: number) =>
      `For ${who}. Nothing is done yet: ${left === 1 ? 'one more operator' : `${left} more operators`} must agree.`,
    rejectWhat: (who: string) => `${who} reads the reason and can ask again.`,
    reverseWhat: (who: string) => `The approval for ${who} is undone. He reads the reason.`,
    approveNow: 'Approve now',
    rejectNow: 'Reject now',
    reverseNow: 'Take back now',
  },
  reasons: 'Reason to pick',
  ownReason: 'in my own words',
  reason: 'What the person reads',
  again: 'What the person has to do again',
  reasonMissing: 'Say why: the person reads it.',
  fields: {
    ...{ ...identityFields, ...withdrawalFields, ...treasureFields, ...loanFields, ...paymentFields },
  } as Readonly<Record<string, string>>,
  amountOf: (kind: string) => amountFields[kind] ?? 'Amount',
  nothing: '—',
  done: (state: State, approvals: number, needed: number, who: string) =>
    state === 'pending' ? `Your approval for ${who} is kept: ${approvals} of ${needed}.` : `${who}: ${stateWords[state]}.`,
  doneMeanwhile: (state: State, who: string) => `${who}: somebody else was faster, it is ${stateWords[state]}.`,
} as const;
