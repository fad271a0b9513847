import { lazy, Suspense } from 'react';
import { Skeleton } from '@tessera/shared/ui';
import styles from './TopUp.module.css';

const Drawn = lazy(async () => {
  const { QRCodeSVG } = await import(/* webpackChunkName: "qr" */ 'qrcode.react');
  return { default: QRCodeSVG };
});
const size = 180;

/** Drawn here: what it says goes to no one. Dark on white in both themes: cameras read it so. */
export function AddressQr({ address, title }: { readonly address: string; readonly title: string }) {
  return (
    <div className={styles.qr}>
      <Suspense fallback={<Skeleton width={size} height={size} />}>
        <Drawn value={address} size={size} title={title} />
      </Suspense>
    </div>
  );
}
