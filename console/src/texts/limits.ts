export const limitsTexts = {
  title: 'Limits of the real account, each day',
  kinds: { deposit: 'Deposits', stake: 'Stakes', loss: 'Losses', time: 'Time' },
  none: 'no limit',
  unlimited: (used: string) => `No limit; ${used} today.`,
  leftOf: (left: string | null, most: string) => `${left ?? 'None'} of ${most} left today.`,
  coming: (most: string, when: string) => `From ${when}: ${most}.`,
  pause: (kind: 'cool_off' | 'exclusion', until: string) =>
    `${kind === 'exclusion' ? 'Excluded' : 'Takes a break'} until ${until}: nothing is opened.`,
  change: 'Change',
  set: (kind: string) => `Change: ${kind}`,
  ask: (kind: string, who: string) => `${kind}: change the limit of ${who}?`,
  means: 'A lower limit holds at once, a higher one or none a day later.',
  most: (kind: string) => (kind === 'time' ? 'Minutes a day' : 'Most a day'),
  mostHint: 'Empty: no limit.',
  reasonHint: 'The person is told it, and it is kept with your name.',
  done: (who: string) => `The limit of ${who} is changed.`,
} as const;
