/** One page of a list at a time: the newest, and older ones by the cursor that the answer before named. */
import { useState } from 'react';

export interface Paging {
  /** Undefined: the first page. */
  readonly cursor: string | undefined;
  readonly toFirst: () => void;
  readonly toNext: (cursor: string) => void;
}

/** `of`: what is listed; another list begins at its first page. */
export function usePaging(of: string): Paging {
  const [at, setAt] = useState<{ readonly of: string; readonly cursor: string | undefined }>({ of, cursor: undefined });
  return {
    cursor: at.of === of ? at.cursor : undefined,
    toFirst: () => setAt({ of, cursor: undefined }),
    toNext: (cursor) => setAt({ of, cursor }),
  };
}
