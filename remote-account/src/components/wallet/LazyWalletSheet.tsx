import { lazy, Suspense, type ComponentProps } from 'react';
import type { WalletSheet } from './WalletSheet';

const Loaded = lazy(async () => ({
  default: (await import(/* webpackChunkName: "wallet" */ './WalletSheet')).WalletSheet,
}));

/** Few have a wallet in their browser: the sheet is fetched when somebody asks for it. */
export function LazyWalletSheet(props: ComponentProps<typeof WalletSheet>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
