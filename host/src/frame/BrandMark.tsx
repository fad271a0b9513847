import type { ReactNode } from 'react';

/** Four tiles, one of them lit: a tessera is one stone of a mosaic. The same drawing is in icon.svg and index.html. */
export function BrandMark({ size }: { readonly size: number }): ReactNode {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 48 48">
      <rect width="48" height="48" rx="13" fill="var(--color-accent-fill)" />
      <rect x="11" y="11" width="12" height="12" rx="3" fill="#fff" />
      <rect x="25" y="11" width="12" height="12" rx="3" fill="#fff" opacity="0.45" />
      <rect x="11" y="25" width="12" height="12" rx="3" fill="#fff" opacity="0.45" />
      <rect x="25" y="25" width="12" height="12" rx="3" fill="#f2c14e" />
    </svg>
  );
}
