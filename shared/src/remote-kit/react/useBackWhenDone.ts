import { useEffect, useRef } from 'react';
import { useNavigation } from './useLive';

/**
 * Back from a page whose work is done. Nothing where the person has left it while the answer was on its way. Not for a new password:
 * its answer begins a new session, with which the remote is mounted again.
 */
export function useBackWhenDone(): () => void {
  const navigation = useNavigation();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  return () => {
    if (isShown.current) navigation.back();
  };
}
