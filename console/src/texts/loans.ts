export const loansTexts = {
  title: 'Loan prices',
  means:
    'Markets of running loans that have had no deciding prices for five minutes: halted, silent or thin. Meanwhile a fall of that coin triggers no margin call and no liquidation. Check the source, the halt or the market, and mark it as done with what you found.',
  filter: 'Filter',
  show: 'Show',
  shows: { open: 'open', any: 'all, newest first' },
  nothing: { open: 'Nothing is open.', any: 'No market of a loan has been without prices.' },
  nextPage: { newest: 'First page', older: 'Next page' },
  heading: (symbol: string) => `${symbol} has no deciding prices`,
  last: 'Last deciding prices',
  lastNone: 'none for a week',
  loans: 'Loans with real money',
  state: 'State',
  goesOn: 'ongoing',
  ended: (when: string) => `ended ${when}`,
  told: (when: string) => `noticed ${when}`,
} as const;
