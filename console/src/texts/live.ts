export const liveTexts = {
  asking: 'Asking the server …',
  asOf: (time: string) => `As of ${time}`,
  old: (time: string) => `What is shown is of ${time}, not of now.`,
  again: 'Ask again',
  newest: 'Newest',
  older: 'Older',
  pages: 'Pages',
} as const;
