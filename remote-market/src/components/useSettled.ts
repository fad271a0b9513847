import { useEffect, useState } from 'react';
import { timer } from '@tessera/shared/kernel';

/** The value once it has rested for `restMs`: what a person typed, after they paused. */
export function useSettled<Value>(value: Value, restMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const subscription = timer(restMs).subscribe(() => setSettled(value));
    return () => subscription.unsubscribe();
  }, [value, restMs]);
  return settled;
}
