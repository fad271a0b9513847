/** What was typed stays while the page is loaded, also when another part was looked at meanwhile. */
import { useState } from 'react';

const kept = new Map<string, unknown>();

/** What was typed there has been done. */
export const forgetKept = (of: string): void => void kept.delete(of);

/** `of`: whose, and where it is typed. */
export function useKept<Value>(of: string, initial: Value): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (kept.has(of) ? (kept.get(of) as Value) : initial));
  return [
    value,
    (next) => {
      kept.set(of, next);
      setValue(next);
    },
  ];
}
