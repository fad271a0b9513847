import { shownAsset, type AccountMode, type ContractSummary } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { AmountText, Button, Card, KeyValueList, Row, SectionHeading, Stack } from '@tessera/shared/ui';
import { useShownScale } from '@tessera/shared/wallet';
import type { LiveFigures } from './liveSummary';

interface ContractAccountProps {
  /** As it is now. */
  readonly summary: Omit<ContractSummary, keyof LiveFigures> & LiveFigures;
  readonly mode: AccountMode;
  readonly isHidden: boolean;
}

/** The contract account, live. What does not exist (floating profit without a position) is a dash, not a zero. */
export function ContractAccount({ summary, mode, isHidden }: ContractAccountProps) {
  const { t } = useTranslation('assets');
  const { t: tCommon } = useTranslation('common');
  const navigation = useNavigation();
  const format = useFormat();
  const scale = useShownScale()(summary.asset);
  const figure = (key: 'balance' | 'floatingProfit' | 'usedMargin' | 'availableMargin' | 'netEquity' | 'frozen') => ({
    key,
    label: t(`account.${key}`),
    value: (
      <AmountText amount={summary[key]} scale={scale} tone={key === 'floatingProfit' ? 'profit' : 'plain'} isHidden={isHidden} />
    ),
  });
  return (
    <section>
      <SectionHeading>{tCommon('account.contract')}</SectionHeading>
      <Card>
        <Stack gap={4}>
          <KeyValueList
            layout="grid"
            items={[
              { ...figure('netEquity'), detail: shownAsset(summary.asset, mode), isStrong: true },
              figure('availableMargin'),
              figure('balance'),
              figure('usedMargin'),
              figure('floatingProfit'),
              {
                key: 'marginLevel',
                label: t('account.marginLevel'),
                value: isHidden ? (
                  <AmountText amount={null} isHidden />
                ) : summary.marginLevel === null ? (
                  '–'
                ) : (
                  format.rate(summary.marginLevel)
                ),
              },
              figure('frozen'),
            ]}
          />
          <Row gap={3} isEven isWrapping>
            <Button
              size="sm"
              variant="secondary"
              onClick={() => navigation.navigate('/pages/contract/orderRecond', { product: 'leverage' })}
            >
              {t('account.positions')}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              onClick={() => navigation.navigate('/pages/assets/records', { account: 'contract', asset: summary.asset })}
            >
              {t('action.records')}
            </Button>
          </Row>
        </Stack>
      </Card>
    </section>
  );
}
