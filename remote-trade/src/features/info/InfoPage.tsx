import { useEffect, useState } from 'react';
import type { Duration } from '@tessera/shared/contract';
import { breakEvenRate } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { rate } from '@tessera/shared/money';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import {
  Card,
  KeyValueList,
  LoadablePanel,
  Page,
  PageHeader,
  SectionHeading,
  Segmented,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { useMarkets } from '../../components/useMarkets';
import { useOrderTexts } from '../../components/useOrderTexts';
import styles from './InfoPage.module.css';

const classes = ['crypto', 'forex', 'metal'] as const;

/** The contract's rule, odds, limits, hours and risk, from the same terms the ticket uses. */
export function InfoPage() {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const navigation = useNavigation();
  const markets = useMarkets();
  const [assetClass, setAssetClass] = useState<(typeof classes)[number]>('crypto');
  const symbol = markets.symbols.find((info) => info.assetClass === assetClass && info.products.seconds)?.symbol;
  const terms = useEndpoint(
    'durations',
    { symbol: symbol ?? '' },
    { isEnabled: symbol !== undefined, freshMs: 60_000, keepsPrevious: true },
  );
  const title = t('info.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <Text heading={t('info.how')} text={t('info.howText')} />
        <section>
          <SectionHeading>{t('info.odds')}</SectionHeading>
          <Card>
            <Stack gap={3}>
              <p className={styles.text}>{t('info.oddsText')}</p>
              <Segmented
                label={t('info.odds')}
                value={assetClass}
                onChange={setAssetClass}
                options={classes.map((value) => ({ value, label: tCommon(`market.${value}`) }))}
              />
              <LoadablePanel loadable={terms.loadable} onRetry={terms.refetch} skeleton={<SkeletonRows count={3} />}>
                {({ durations }) => <OddsList durations={durations} />}
              </LoadablePanel>
            </Stack>
          </Card>
        </section>
        <Text heading={t('info.check')} text={t('info.checkText')} />
        <section>
          <SectionHeading>{t('info.sessions')}</SectionHeading>
          <Card>
            <p className={styles.text}>{t('info.sessionsCrypto')}</p>
            <p className={styles.text}>{t('info.sessionsForex')}</p>
          </Card>
        </section>
        <Text heading={t('info.riskAgain')} text={t('risk.body')} />
      </Stack>
    </Page>
  );
}

function OddsList({ durations }: { readonly durations: readonly Duration[] }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useOrderTexts();
  return (
    <KeyValueList
      items={durations.map(({ seconds, payoutRate, feeRate, stakeMin, stakeMax }) => ({
        key: String(seconds),
        label: texts.duration(seconds),
        value: `${t('info.payout')} ${format.rate(payoutRate)} · ${t('info.breakEven')} ${format.rate(breakEvenRate(rate(payoutRate), rate(feeRate)))}`,
        detail: `${t('info.limits')} ${format.figure(stakeMin)} – ${format.figure(stakeMax)} · ${t('ticket.fee')} ${format.rate(feeRate)}`,
      }))}
    />
  );
}

function Text({ heading, text }: { readonly heading: string; readonly text: string }) {
  return (
    <section>
      <SectionHeading>{heading}</SectionHeading>
      <Card>
        <p className={styles.text}>{text}</p>
      </Card>
    </section>
  );
}
