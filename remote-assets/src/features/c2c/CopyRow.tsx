import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs } from '@tessera/shared/react';
import { Copy, IconButton } from '@tessera/shared/ui';
import styles from './C2c.module.css';

/** A detail of the payment, and the way to copy it. */
export function CopyRow({
  label,
  shown,
  copied = shown,
}: {
  readonly label: string;
  readonly shown: string;
  readonly copied?: string;
}) {
  const { t } = useTranslation('c2c');
  const { t: tCommon } = useTranslation('common');
  const dialogs = useDialogs();
  return (
    <div className={styles.payRow}>
      <div>
        <div className={styles.soft}>{label}</div>
        <strong className={styles.account}>{shown}</strong>
      </div>
      <IconButton
        icon={Copy}
        label={t('copy', { what: label })}
        onClick={() =>
          void navigator.clipboard.writeText(copied).then(() => dialogs.toast(tCommon('action.copied'), { tone: 'success' }))
        }
      />
    </div>
  );
}
