/** Who uses the board, for as long as the tab is open: never in the address, in a cookie or in what outlives the tab. */
export interface Operator {
  /** Shown in the history beside every change. */
  readonly name: string;
  readonly token: string;
}

const storageKey = 'tessera.board.operator';

/** What the server takes for a name; "guard" is the server's own. */
export const isOperatorName = (text: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9 ._@-]{0,39}$/.test(text) && text.toLowerCase() !== 'guard';

export function keptOperator(): Operator | undefined {
  const text = sessionStorage.getItem(storageKey);
  return text === null ? undefined : (JSON.parse(text) as Operator);
}
export const keepOperator = (operator: Operator): void => sessionStorage.setItem(storageKey, JSON.stringify(operator));
export const forgetOperator = (): void => sessionStorage.removeItem(storageKey);
