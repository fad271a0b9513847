import { lazy, Suspense, type ComponentProps } from 'react';
import type { WalletSigning } from './WalletSigning';

const Loaded = lazy(async () => ({
  default: (await import(/* webpackChunkName: "wallet" */ './WalletSigning')).WalletSigning,
}));

/** Few sign with a wallet: what that takes is fetched for them. */
export function LazyWalletSigning(props: ComponentProps<typeof WalletSigning>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
