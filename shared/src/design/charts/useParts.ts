import { useMemo, useRef } from 'react';

/** Elements that a drawing moves or writes, by name: a frame costs no React. */
export interface Parts {
  /** For an element's `ref`. */
  ref(id: string): (element: HTMLElement | null) => void;
  on(id: string, act: (element: HTMLElement) => void): void;
}

export function useParts(): Parts {
  const elements = useRef(new Map<string, HTMLElement>());
  return useMemo(
    () => ({
      ref: (id) => (element) => {
        if (element === null) elements.current.delete(id);
        else elements.current.set(id, element);
      },
      on: (id, act) => {
        const element = elements.current.get(id);
        if (element !== undefined) act(element);
      },
    }),
    [],
  );
}
