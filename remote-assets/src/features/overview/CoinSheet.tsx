import { shownAsset, type AccountMode, type CoinBalance } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { add, amount, toText } from '@tessera/shared/money';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import {
  AmountText,
  Button,
  EmptyState,
  KeyValueList,
  List,
  ListRow,
  LoadablePanel,
  SectionHeading,
  Sheet,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { useShownScale } from '@tessera/shared/wallet';
import styles from './CoinSheet.module.css';

interface CoinSheetProps {
  readonly coin: CoinBalance;
  /** In the funding asset. null: not known. */
  readonly value: string | null;
  readonly fundingAsset: string;
  readonly mode: AccountMode;
  readonly isHidden: boolean;
  /** Can it be bought and sold? */
  readonly isTraded: boolean;
  readonly onClose: () => void;
}

const shownRecords = 4;

/** One coin: what is available, what is held and by what, its worth, its latest records, and what can be done with it. */
export function CoinSheet({ coin, value, fundingAsset, mode, isHidden, isTraded, onClose }: CoinSheetProps) {
  const { t } = useTranslation('assets');
  const scaleOf = useShownScale();
  const navigation = useNavigation();
  const { asset, available, frozen, heldBy = [], collateral } = coin;
  const scale = scaleOf(asset);
  const figure = (text: string) => <AmountText amount={text} leastScale={scale} isHidden={isHidden} />;
  const to =
    (path: string, query: Readonly<Record<string, string>> = {}) =>
    () => {
      onClose();
      navigation.navigate(path, query);
    };
  return (
    <Sheet isOpen onClose={onClose} title={shownAsset(asset, mode)}>
      <Stack gap={4}>
        <KeyValueList
          items={[
            { key: 'available', label: t('account.available'), value: figure(available) },
            { key: 'frozen', label: t('account.frozen'), value: figure(frozen) },
            ...heldBy.map(({ by, amount: held }) => ({ key: by, label: t(`coins.heldBy.${by}`), value: figure(held) })),
            {
              key: 'balance',
              label: t('account.balance'),
              value: figure(toText(add(amount(available), amount(frozen)))),
              isStrong: true,
            },
            ...(collateral === undefined ? [] : [{ key: 'collateral', label: t('coins.collateral'), value: figure(collateral) }]),
            {
              key: 'value',
              label: t('coins.value', { asset: shownAsset(fundingAsset, mode) }),
              value: <AmountText amount={value} scale={scaleOf(fundingAsset)} isHidden={isHidden} />,
            },
          ]}
        />
        <div className={styles.actions}>
          {mode === 'real' && (
            <>
              <Button variant="secondary" size="sm" onClick={to('/pages/assets/topup', { asset })}>
                {t('action.topUp')}
              </Button>
              <Button variant="secondary" size="sm" onClick={to('/pages/assets/withdraw')}>
                {t('action.withdraw')}
              </Button>
            </>
          )}
          {asset === fundingAsset && (
            <Button variant="secondary" size="sm" onClick={to('/pages/assets/transfer')}>
              {t('action.transfer')}
            </Button>
          )}
          {isTraded && (
            <Button
              variant="secondary"
              size="sm"
              onClick={to('/pages/trade/index', { symbol: `${asset}-${fundingAsset}`, side: 'sell' })}
            >
              {t('coins.trade')}
            </Button>
          )}
        </div>
        <Records
          asset={asset}
          name={shownAsset(asset, mode)}
          isHidden={isHidden}
          onAll={to('/pages/assets/records', { account: 'coin', asset })}
        />
      </Stack>
    </Sheet>
  );
}

interface RecordsProps {
  readonly asset: string;
  /** As it is called in this mode. */
  readonly name: string;
  readonly isHidden: boolean;
  readonly onAll: () => void;
}

function Records({ asset, name, isHidden, onAll }: RecordsProps) {
  const { t } = useTranslation('assets');
  const format = useFormat();
  const scale = useShownScale()(asset);
  const { loadable, refetch } = useEndpoint('walletDetail', { account: 'coin', asset, pageSize: shownRecords });
  return (
    <section>
      <SectionHeading>{t('coins.latest')}</SectionHeading>
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={shownRecords} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('records.empty')} />}
      >
        {({ items }) => (
          <List label={t('coins.latest')}>
            {items.map((record) => (
              <ListRow
                key={record.id}
                title={t(`records.kind.${record.kind}`)}
                {...(isHidden ? {} : { detail: format.dateTime(record.atMs) })}
                value={<AmountText amount={record.amount} leastScale={scale} sign="always" isHidden={isHidden} />}
              />
            ))}
          </List>
        )}
      </LoadablePanel>
      <Button isBlock variant="secondary" onClick={onAll}>
        {t('coins.records', { asset: name })}
      </Button>
    </section>
  );
}
