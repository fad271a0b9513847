import { lazy, Suspense } from 'react';
import { Skeleton } from '../../design/ui';
import styles from './QrCode.module.css';

const Drawn = lazy(async () => {
  const { QRCodeSVG } = await import(/* webpackChunkName: "qr" */ 'qrcode.react');
  return { default: QRCodeSVG };
});
const size = 192;

/** Drawn here: what it says goes to no one. Dark on white in both themes: cameras read it so. */
export function QrCode({ value, title }: { readonly value: string; readonly title: string }) {
  return (
    <div className={styles.qr}>
      <Suspense fallback={<Skeleton width={size} height={size} />}>
        <Drawn value={value} size={size} title={title} />
      </Suspense>
    </div>
  );
}
