export const loansTexts = {
  title: 'Loan prices',
  means:
    'Markets of running loans that have had no prices that decide for five minutes: halted, silent or thin. Nothing protects those loans against that coin, and one that is their only coin is decided about by nobody. Look at the source, the halt or the market, and mark it as done with what you found.',
  filter: 'Filter',
  show: 'Show',
  shows: { open: 'open', any: 'all, newest first' },
  nothing: { open: 'Nothing is open.', any: 'Every market of loans has had its prices.' },
  nextPage: { newest: 'First page', older: 'Next page' },
  heading: (symbol: string) => `${symbol} has no prices that decide`,
  last: 'Last prices that decided',
  lastNone: 'none for a week',
  loans: 'Loans with real money',
  state: 'State',
  goesOn: 'goes on',
  ended: (when: string) => `ended ${when}`,
  told: (when: string) => `noticed ${when}`,
} as const;
