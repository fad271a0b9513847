/** So many are kept, so many are shown and made up for after a time without a server. */
export const keptDays = 400;
export const shownDays = 30;
