import { useState } from 'react';
import { shownAsset, type AccountMode, type CoinBalance } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, isZero } from '@tessera/shared/money';
import { useNavigation } from '@tessera/shared/react';
import { AmountText, AssetIcon, Card, EmptyState, List, ListRow, SectionHeading, Switch } from '@tessera/shared/ui';
import { useShownScale } from '@tessera/shared/wallet';
import { visibleCoins } from './visibleCoins';

interface CoinAccountProps {
  readonly coins: readonly CoinBalance[];
  readonly mode: AccountMode;
  readonly isHidden: boolean;
}

/** One row per asset of the coin account; a row leads to that asset's records. */
export function CoinAccount({ coins, mode, isHidden }: CoinAccountProps) {
  const { t } = useTranslation('assets');
  const { t: tCommon } = useTranslation('common');
  const navigation = useNavigation();
  const format = useFormat();
  const scaleOf = useShownScale();
  const [hidesZero, setHidesZero] = useState(false);
  const shown = visibleCoins(coins, hidesZero);
  return (
    <section>
      <SectionHeading>{tCommon('account.coin')}</SectionHeading>
      {coins.length > 1 && <Switch label={t('coins.hideZero')} isOn={hidesZero} onChange={setHidesZero} />}
      <Card padding="none">
        {shown.length === 0 ? (
          <EmptyState title={t('coins.empty')} detail={t('coins.emptyHint')} />
        ) : (
          <List label={tCommon('account.coin')}>
            {shown.map(({ asset, available, frozen }) => (
              <ListRow
                key={asset}
                lead={<AssetIcon of={asset} />}
                title={shownAsset(asset, mode)}
                {...(isZero(amount(frozen)) || isHidden
                  ? {}
                  : { detail: `${t('account.frozen')} ${format.figure(frozen, { scale: scaleOf(asset) })}` })}
                value={<AmountText amount={available} scale={scaleOf(asset)} isHidden={isHidden} />}
                hasChevron
                onSelect={() => navigation.navigate('/pages/assets/records', { account: 'coin', asset })}
              />
            ))}
          </List>
        )}
      </Card>
    </section>
  );
}
