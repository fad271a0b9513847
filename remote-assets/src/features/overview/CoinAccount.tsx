import { lazy, Suspense, useState } from 'react';
import { shownAsset, type AccountMode, type CoinBalance } from '@tessera/shared/contract';
import { ErrorBoundary, useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { add, amount, isZero, toText } from '@tessera/shared/money';
import {
  AmountText,
  AssetIcon,
  Card,
  EmptyState,
  List,
  ListRow,
  SearchField,
  SectionHeading,
  Stack,
  Switch,
} from '@tessera/shared/ui';
import { useShownScale } from '@tessera/shared/wallet';
import { visibleCoins } from './visibleCoins';
import type { Portfolio } from './usePortfolio';

interface CoinAccountProps {
  readonly coins: readonly CoinBalance[];
  readonly portfolio: Portfolio;
  readonly mode: AccountMode;
  readonly isHidden: boolean;
}

const CoinSheet = lazy(async () => ({
  default: (await import(/* webpackChunkName: "coin-sheet" */ './CoinSheet')).CoinSheet,
}));

/** What its worth is the worth of. */
const balanceOf = ({ balance, available, frozen }: CoinBalance): string =>
  balance ?? toText(add(amount(available), amount(frozen)));

/** One row per asset of the coin account; a row opens the sheet of its coin. */
export function CoinAccount({ coins, portfolio, mode, isHidden }: CoinAccountProps) {
  const { t } = useTranslation('assets');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const scaleOf = useShownScale();
  const [hidesZero, setHidesZero] = useState(false);
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<string>();
  const shown = visibleCoins(coins, { hidesZero, search });
  const funding = portfolio.contract.asset;
  const coin = coins.find(({ asset }) => asset === opened);
  const heldText = ({ asset, frozen, collateral }: CoinBalance): string | undefined => {
    const figure = (sum: string) => format.figure(sum, { scale: scaleOf(asset) });
    const held = [
      ...(isZero(amount(frozen)) ? [] : [`${t('account.frozen')} ${figure(frozen)}`]),
      ...(collateral === undefined ? [] : [`${t('coins.collateral')} ${figure(collateral)}`]),
    ];
    return held.length === 0 ? undefined : held.join(' · ');
  };
  return (
    <section>
      <SectionHeading>{tCommon('account.coin')}</SectionHeading>
      <Stack gap={2}>
        {coins.length > 1 && (
          <>
            <SearchField label={t('coins.search')} value={search} onChange={setSearch} />
            <Switch label={t('coins.hideZero')} isOn={hidesZero} onChange={setHidesZero} />
          </>
        )}
        <Card padding="none">
          {shown.length === 0 ? (
            search.trim() === '' ? (
              <EmptyState title={t('coins.empty')} detail={t('coins.emptyHint')} />
            ) : (
              <EmptyState title={t('coins.noMatch')} />
            )
          ) : (
            <List label={tCommon('account.coin')}>
              {shown.map((one) => (
                <ListRow
                  key={one.asset}
                  lead={<AssetIcon of={one.asset} />}
                  title={shownAsset(one.asset, mode)}
                  {...(isHidden ? {} : { detail: heldText(one) })}
                  value={<AmountText amount={balanceOf(one)} scale={scaleOf(one.asset)} isHidden={isHidden} />}
                  {...(one.asset === funding || isHidden
                    ? {}
                    : {
                        valueDetail: (
                          <AmountText
                            amount={portfolio.coinValue(one)}
                            asset={shownAsset(funding, mode)}
                            scale={scaleOf(funding)}
                          />
                        ),
                      })}
                  hasChevron
                  onSelect={() => setOpened(one.asset)}
                />
              ))}
            </List>
          )}
        </Card>
      </Stack>
      {coin !== undefined && (
        <ErrorBoundary fallback={null} onReset={() => setOpened(undefined)} resetKeys={[opened]}>
          <Suspense fallback={null}>
            <CoinSheet
              coin={coin}
              value={portfolio.coinValue(coin)}
              fundingAsset={funding}
              mode={mode}
              isHidden={isHidden}
              isTraded={portfolio.catalogue?.infoOf(`${coin.asset}-${funding}`)?.products.spot === true}
              onClose={() => setOpened(undefined)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </section>
  );
}
