/** Both balances as they will be once the transfer is done. */
import type { AccountKind } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import type { Amount } from '@tessera/shared/money';
import { Card, KeyValueList } from '@tessera/shared/ui';
import styles from './TransferForm.module.css';

interface BalancesAfterProps {
  readonly after: { readonly from: Amount; readonly to: Amount };
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly unit: string;
  readonly scale: number;
}

export function BalancesAfter({ after, from, to, unit, scale }: BalancesAfterProps) {
  const { t } = useTranslation('assets');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  return (
    <Card tone="sunken">
      <h2 className={styles.afterHeading}>{t('transfer.after')}</h2>
      <KeyValueList
        items={[
          {
            key: 'from',
            label: tCommon(`account.${from}`),
            value: `${format.figure(after.from, { scale })} ${unit}`,
          },
          {
            key: 'to',
            label: tCommon(`account.${to}`),
            value: `${format.figure(after.to, { scale })} ${unit}`,
          },
        ]}
      />
    </Card>
  );
}
