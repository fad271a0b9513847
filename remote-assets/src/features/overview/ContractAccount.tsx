import { shownAsset, type AccountMode, type ContractSummary } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { AmountText, Button, Card, KeyValueList, SectionHeading } from '@tessera/shared/ui';
import { useShownScale } from '../../components/useShownScale';

interface ContractAccountProps {
  readonly summary: ContractSummary;
  readonly mode: AccountMode;
  readonly isHidden: boolean;
}

/** The contract account's six figures. What does not exist (floating profit without a position) is a dash, not a zero. */
export function ContractAccount({ summary, mode, isHidden }: ContractAccountProps) {
  const { t } = useTranslation('assets');
  const { t: tCommon } = useTranslation('common');
  const navigation = useNavigation();
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
      <SectionHeading
        action={
          <Button
            size="sm"
            variant="quiet"
            onClick={() => navigation.navigate('/pages/assets/records', { account: 'contract', asset: summary.asset })}
          >
            {t('action.records')}
          </Button>
        }
      >
        {tCommon('account.contract')}
      </SectionHeading>
      <Card>
        <KeyValueList
          layout="grid"
          items={[
            { ...figure('netEquity'), detail: shownAsset(summary.asset, mode), isStrong: true },
            figure('availableMargin'),
            figure('balance'),
            figure('usedMargin'),
            figure('floatingProfit'),
            figure('frozen'),
          ]}
        />
      </Card>
    </section>
  );
}
