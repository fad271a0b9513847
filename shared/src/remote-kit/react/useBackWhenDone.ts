import { useEffect, useRef } from 'react';
import { useNavigation } from './useLive';

/** Back from a page whose work is done. Nothing where the person has left it while the answer was on its way. */
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
