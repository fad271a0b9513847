import type { ReviewShown } from '@tessera/shared/operations';

/** What to open after `id`: the one that was asked after it, else the oldest; undefined where nothing waits for this operator. */
export function nextWaiting(
  waiting: readonly ReviewShown[],
  { id, operator }: { readonly id: string; readonly operator: string },
): string | undefined {
  const at = waiting.findIndex((one) => one.id === id);
  const others = [...waiting.slice(at + 1), ...waiting.slice(0, Math.max(0, at))];
  return others.find(({ approvedBy }) => !approvedBy.includes(operator))?.id;
}
