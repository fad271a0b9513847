import { useKeys } from '../keys/useKeys';
import { hrefOf, toAddress } from '../shell/address';
import styles from './Back.module.css';

/** To what is around that which is open; Escape goes there too. */
export function Back({ to, children }: { readonly to: readonly string[]; readonly children: string }) {
  useKeys({ Escape: () => toAddress(to) });
  return (
    <p>
      <a className={styles['back']} href={hrefOf(to)}>
        ← {children}
      </a>
    </p>
  );
}
