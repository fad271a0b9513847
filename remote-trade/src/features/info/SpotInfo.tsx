import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint } from '@tessera/shared/react';
import { Card, KeyValueList, LoadablePanel, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';
import { TextCard } from '../../components/TextCard';

/** What decides a spot order, the terms of one pair as the ticket uses them, and the risk, to be read again. */
export function SpotInfo({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const { loadable, refetch, data } = useEndpoint('spotTerms', { symbol: info.symbol }, { freshMs: 60_000, keepsPrevious: true });
  return (
    <Stack gap={4}>
      <TextCard heading={t('spot.info.limit')} text={t('spot.confirm.rule.limit')} />
      {data !== undefined && (
        <TextCard
          heading={t('spot.info.market')}
          text={t('spot.confirm.rule.market', { cap: format.rate(data.slippageCap), move: format.rate(data.toleratedMove) })}
        />
      )}
      <section>
        <SectionHeading>{t('spot.info.terms')}</SectionHeading>
        <Card>
          <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={4} />}>
            {(terms) => (
              <KeyValueList
                items={[
                  {
                    key: 'fee',
                    label: t('spot.fee'),
                    value: format.rate(terms.feeRate),
                    detail: t('spot.info.feeHint', { asset: info.quote }),
                  },
                  {
                    key: 'least',
                    label: t('spot.info.least'),
                    value: `${format.figure(terms.totalMin)} ${info.quote}`,
                    detail: `${format.figure(terms.quantityMin)} ${info.base}`,
                  },
                  { key: 'most', label: t('spot.info.most'), value: `${format.figure(terms.quantityMax)} ${info.base}` },
                  {
                    key: 'steps',
                    label: t('spot.info.steps'),
                    value: `${format.figure(terms.quantityStep)} ${info.base}`,
                    detail: `${format.figure(terms.tickSize)} ${info.quote}`,
                  },
                  { key: 'band', label: t('spot.info.band'), value: `± ${format.rate(terms.priceBand, { scale: 0 })}` },
                ]}
              />
            )}
          </LoadablePanel>
        </Card>
      </section>
      <TextCard heading={t('info.riskAgain')} text={t('spot.risk')} />
    </Stack>
  );
}
