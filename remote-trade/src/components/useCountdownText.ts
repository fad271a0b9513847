import { formatCountdown, useFormat } from '@tessera/shared/i18n';
import { useCountdown } from '@tessera/shared/react';

const dayMs = 86_400_000;

/** Time left until an instant in words: days while there are any, else hours, minutes and seconds. undefined when it is over. */
export function useCountdownText(atMs: number | null): string | undefined {
  const format = useFormat();
  const { remainingMs, isOver } = useCountdown(atMs ?? 0);
  if (atMs === null || isOver) return undefined;
  return remainingMs >= dayMs
    ? `${format.duration(remainingMs)} ${formatCountdown(remainingMs % dayMs)}`
    : formatCountdown(remainingMs);
}
