/** What a contract is, per product and market: rules, odds or terms, hours, what protects, and how every result can be checked. */
import { useEffect, useState } from 'react';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import {
  Button,
  EmptyState,
  LoadablePanel,
  Page,
  PageHeader,
  Segmented,
  SelectField,
  ShieldCheck,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { useMarkets } from '../../components/useMarkets';
import { LeverageInfo } from './LeverageInfo';
import { MarketHours } from './MarketHours';
import { SecondsInfo } from './SecondsInfo';
import { SpotInfo } from './SpotInfo';
import { TextCard } from '../../components/TextCard';

const products = ['seconds', 'leverage', 'spot'] as const;
type Product = (typeof products)[number];

export function InfoPage() {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const [query] = useSearchParams();
  const markets = useMarkets();
  const [asked, setAsked] = useState<Product>(products.find((one) => one === query.get('product')) ?? 'seconds');
  const [symbol, setSymbol] = useState(query.get('symbol') ?? '');
  const title = t('info.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const open = products.filter((product) => markets.symbols.some((info) => info.products[product]));
  const product = open.includes(asked) ? asked : 'seconds';
  const offered = markets.symbols.filter((info) => info.products[product]);
  const info = offered.find((candidate) => candidate.symbol === symbol) ?? offered[0];
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <LoadablePanel loadable={markets.loadable} onRetry={markets.refetch} skeleton={<SkeletonRows count={6} />}>
        {() =>
          info === undefined ? (
            <EmptyState title={t('ticket.noMarkets')} />
          ) : (
            <Stack gap={4}>
              {open.length > 1 && (
                <Segmented
                  label={t('leverage.product.label')}
                  value={product}
                  onChange={setAsked}
                  options={open.map((value) => ({
                    value,
                    label: value === 'spot' ? t('spot.info.product') : t(`leverage.product.${value}`),
                  }))}
                />
              )}
              <SelectField
                label={t('info.choose')}
                value={info.symbol}
                onChange={setSymbol}
                options={offered.map((one) => ({ value: one.symbol, label: one.symbol }))}
              />
              {product === 'seconds' && <SecondsInfo info={info} />}
              {product === 'leverage' && <LeverageInfo info={info} />}
              {product === 'spot' && <SpotInfo info={info} />}
              <MarketHours info={info} />
              <TextCard heading={t('info.fairness')} text={t('info.checkText')} />
              <Button
                variant="secondary"
                isBlock
                icon={ShieldCheck}
                onClick={() => navigation.navigate('/pages/help/detail', { id: 'results' })}
              >
                {t('info.fairnessMore')}
              </Button>
              <Button variant="secondary" isBlock onClick={() => navigation.navigate('/pages/contract/incidents')}>
                {t('info.incidents')}
              </Button>
            </Stack>
          )
        }
      </LoadablePanel>
    </Page>
  );
}
