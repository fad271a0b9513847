import type { ReactNode } from 'react';

/** The heading of what is open; it takes the focus when that changes. */
export function PartTitle({ children }: { readonly children: ReactNode }) {
  return <h1 tabIndex={-1}>{children}</h1>;
}
