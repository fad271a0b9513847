import type { Duration, SymbolInfo } from '@tessera/shared/contract';
import { breakEvenRate } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { rate } from '@tessera/shared/money';
import { useEndpoint } from '@tessera/shared/react';
import { Card, KeyValueList, LoadablePanel, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';
import { useOrderTexts } from '../../products/seconds/useTexts';
import styles from './InfoPage.module.css';
import { TextCard } from '../../components/TextCard';

/** The seconds contract's rule and the odds of one market, from the same terms the ticket uses. */
export function SecondsInfo({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation('trade');
  const terms = useEndpoint('durations', { symbol: info.symbol }, { freshMs: 60_000, keepsPrevious: true });
  return (
    <Stack gap={4}>
      <TextCard heading={t('info.how')} text={t('info.howText')} />
      <section>
        <SectionHeading>{t('info.odds')}</SectionHeading>
        <Card>
          <Stack gap={3}>
            <p className={styles.text}>{t('info.oddsText')}</p>
            <LoadablePanel loadable={terms.loadable} onRetry={terms.refetch} skeleton={<SkeletonRows count={3} />}>
              {({ durations }) => <OddsList durations={durations} />}
            </LoadablePanel>
          </Stack>
        </Card>
      </section>
      <TextCard heading={t('info.decided')} text={t('confirm.rule')} />
      <TextCard heading={t('info.riskAgain')} text={t('risk.body')} />
    </Stack>
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
