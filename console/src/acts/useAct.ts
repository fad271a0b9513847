import { useState } from 'react';
import { tell } from '../shell/notice';

/**
 * What the operator is asked about before it is done: one at a time. Once it is done he is told what came of it, the question goes away, and
 * the page is read again.
 */
export function useAct<Act>({ refresh }: { readonly refresh: () => void }) {
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  return {
    act,
    setAct,
    close,
    /** `told`: what came of it, in words. */
    done(told: string) {
      tell(told);
      close();
      refresh();
    },
  };
}
