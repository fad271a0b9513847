import { shownAsset, type AccountMode, type EndpointResponse } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, isPositive } from '@tessera/shared/money';
import type { EndpointResult } from '@tessera/shared/react';
import { AmountText, Card, KeyValueList, LoadablePanel, Skeleton } from '@tessera/shared/ui';

interface TreasureSummaryProps {
  readonly summary: EndpointResult<EndpointResponse<'treasureSummary'>>;
  readonly mode: AccountMode;
}

/** What the person has in Interest Treasure, and its interest. */
export function TreasureSummary({ summary: { loadable, refetch }, mode }: TreasureSummaryProps) {
  const { t } = useTranslation('treasure');
  return (
    <Card as="section" aria-label={t('summary.title')}>
      <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<Skeleton shape="block" height={112} />}>
        {({ asset, inCustody, earned, earnedToday, expected, pendingReview }) => {
          const figure = (sum: string) => <AmountText amount={sum} asset={shownAsset(asset, mode)} leastScale={2} />;
          return (
            <KeyValueList
              layout="grid"
              items={[
                { key: 'custody', label: t('summary.inCustody'), value: figure(inCustody) },
                { key: 'today', label: t('summary.today'), value: figure(earnedToday) },
                { key: 'earned', label: t('summary.earned'), value: figure(earned) },
                { key: 'expected', label: t('summary.expected'), value: figure(expected) },
                ...(isPositive(amount(pendingReview))
                  ? [{ key: 'pending', label: t('summary.pending'), value: figure(pendingReview) }]
                  : []),
              ]}
            />
          );
        }}
      </LoadablePanel>
    </Card>
  );
}
