import { shownAsset, type IncidentSum } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { KeyValueList, Stack } from '@tessera/shared/ui';
import styles from './SideSums.module.css';

/** What the holders of contracts had before and after, long and short apart. Demo and real money are never added up. */
export function SideSums({ sums }: { readonly sums: readonly IncidentSum[] }) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  if (sums.length === 0) return <p className={styles.note}>{t('incidents.noContracts')}</p>;
  return (
    <Stack gap={4}>
      {sums.map(({ mode, asset, side, orders, running, ...money }) => {
        const amount = (figure: string) => `${format.figure(figure)} ${shownAsset(asset, mode)}`;
        const name = `${tCommon(`direction.${side}`)} · ${tCommon(`mode.${mode}`)}`;
        return (
          <div key={`${mode} ${asset} ${side}`} role="group" aria-label={name}>
            <h3 className={styles.side}>{name}</h3>
            <KeyValueList
              items={[
                {
                  key: 'orders',
                  label: t('incidents.contracts'),
                  value: format.figure(String(orders)),
                  ...(running === 0 ? {} : { detail: t('incidents.running', { n: format.figure(String(running)) }) }),
                },
                { key: 'paid', label: t('incidents.paid'), value: amount(money.paid) },
                { key: 'won', label: t('incidents.won'), value: amount(money.won) },
                { key: 'lost', label: t('incidents.lost'), value: amount(money.lost) },
                { key: 'before', label: t('incidents.returnedBefore'), value: amount(money.returnedBefore) },
                { key: 'refunded', label: t('incidents.refunded'), value: amount(money.refunded) },
                ...(money.setOff === undefined || money.setOff === '0'
                  ? []
                  : [{ key: 'setOff', label: t('incidents.setOff'), value: amount(money.setOff) }]),
                { key: 'after', label: t('incidents.returnedAfter'), value: amount(money.returnedAfter), isStrong: true },
              ]}
            />
          </div>
        );
      })}
    </Stack>
  );
}
