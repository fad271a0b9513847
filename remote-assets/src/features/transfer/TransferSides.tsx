/** From which account to which, with the button that turns them round. */
import type { AccountKind } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { ArrowUpDown, Card, IconButton } from '@tessera/shared/ui';
import styles from './TransferForm.module.css';

interface TransferSidesProps {
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly isDisabled: boolean;
  readonly onSwap: () => void;
}

export function TransferSides({ from, to, isDisabled, onSwap }: TransferSidesProps) {
  const { t } = useTranslation('assets');
  const { t: tCommon } = useTranslation('common');
  return (
    <Card>
      <div className={styles.accounts}>
        <dl className={styles.sides}>
          <div className={styles.side}>
            <dt>{t('transfer.from')}</dt>
            <dd>{tCommon(`account.${from}`)}</dd>
          </div>
          <div className={styles.side}>
            <dt>{t('transfer.to')}</dt>
            <dd>{tCommon(`account.${to}`)}</dd>
          </div>
        </dl>
        <IconButton label={t('transfer.swap')} icon={ArrowUpDown} variant="tonal" disabled={isDisabled} onClick={onSwap} />
      </div>
    </Card>
  );
}
