/** Words of the part "Addresses". */
export const addressesTexts = {
  title: 'Addresses',
  means:
    'Where people send top-ups. An address counts once two operators have entered it, each from where he has it; then it goes to one person for good.',
  networks: 'Networks',
  noNetworks: 'There is no network.',
  stock: ({ free, given, unconfirmed }: { readonly free: number; readonly given: number; readonly unconfirmed: number }) =>
    `${free} free · ${given} given · ${unconfirmed} waiting for a second operator`,
  low: (free: number) => (free === 0 ? 'None is free: enter more.' : `Only ${free} left: enter more.`),
  back: 'All networks',
  listed: 'Newest first',
  nothingListed: 'No address of this network was entered yet.',
  nextPage: { newest: 'First page', older: 'Next page' },
  state: { given: 'given to ', free: 'free', unconfirmed: 'waits for a second operator' },
  entered: (when: string, by: string, confirmedBy: string | null) =>
    `entered ${when} by ${by}${confirmedBy === null ? '' : ` and by ${confirmedBy}`}`,
  acts: 'What can be done',
  enter: 'Enter addresses …',
  ask: 'Enter addresses',
  network: 'Network',
  chooseNetwork: 'Choose the network.',
  addresses: 'Addresses, one on each line',
  addressesHint: (most: number) => `At most ${most} at once. Copy them from where you have them, never from this list.`,
  addressesMissing: 'Enter at least one address.',
  tooMany: (most: number, typed: number) => `At most ${most} at once: these are ${typed}.`,
  notOne: (line: number, typed: string) => `Line ${line} is not an address of this network: ${typed}`,
  enterNow: 'Enter them',
  cancel: 'Cancel',
  done: (
    network: string,
    { added, confirmed, known }: { readonly added: number; readonly confirmed: number; readonly known: number },
  ) => `${network}: ${added} new, ${confirmed} confirmed, ${known} known already.`,
} as const;
