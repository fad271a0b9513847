/** Who speaks to his machine, or whose screen reader has such keys itself, turns single keys off. */
const storageKey = 'tessera.operator.keys';

export const areKeysOn = (): boolean => localStorage.getItem(storageKey) !== 'off';
export const turnKeys = (on: boolean): void =>
  on ? localStorage.removeItem(storageKey) : localStorage.setItem(storageKey, 'off');
