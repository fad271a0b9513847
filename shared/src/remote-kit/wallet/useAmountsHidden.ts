import type { LiveValue } from '@tessera/shared/federation';
import { BehaviorSubject } from '@tessera/shared/kernel';
import { useLive, useRemoteContext } from '@tessera/shared/react';

const open: LiveValue<boolean> = new BehaviorSubject(false);

/** Whether the person wants dots in place of his amounts, and how to change it; without the latter on a host that does not keep it. */
export function useAmountsHidden(): readonly [isHidden: boolean, toggle: (() => void) | undefined] {
  const { preferences } = useRemoteContext();
  const isHidden = useLive(preferences.amountsHidden ?? open);
  const toggle = preferences.setAmountsHidden === undefined ? undefined : () => preferences.setAmountsHidden?.(!isHidden);
  return [isHidden, toggle];
}
