import { useCountdown } from '@tessera/shared/react';
import { useOwnLimits } from './useOwnLimits';

/** When the break ends that the person took from his real account; undefined where none runs. */
export function useBreakEnd(): number | undefined {
  const untilMs = useOwnLimits()?.break?.untilMs;
  const { isOver } = useCountdown(untilMs ?? 0);
  return isOver ? undefined : untilMs;
}
