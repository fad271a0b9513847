/** Where the next page begins: after the last row of a full one. */
export const nextOf = (rows: readonly { readonly id: number }[], limit: number): string | null =>
  rows.length < limit ? null : String(rows.at(-1)?.id ?? '');

export const usualLimit = 50;
