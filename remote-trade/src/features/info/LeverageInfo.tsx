import type { LeverageTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { add, price } from '@tessera/shared/money';
import { useClock, useEndpoint, useSession, useSessionState } from '@tessera/shared/react';
import {
  Button,
  Card,
  EmptyState,
  KeyValueList,
  LoadablePanel,
  Lock,
  SectionHeading,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { useLeverageTexts } from '../../products/leverage/useTexts';
import { TextCard } from '../../components/TextCard';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** The leverage product's rules, and one market's terms. */
export function LeverageInfo({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation('trade');
  const session = useSession();
  const { isSignedIn } = useSessionState();
  const terms = useEndpoint(
    'leverageTerms',
    { symbol: info.symbol },
    { isEnabled: isSignedIn, freshMs: 60_000, keepsPrevious: true },
  );
  return (
    <Stack gap={4}>
      <TextCard heading={t('info.how')} text={t('info.leverage.how')} />
      <TextCard heading={t('info.decided')} text={t('info.leverage.decided')} />
      <section>
        <SectionHeading>{t('info.leverage.terms')}</SectionHeading>
        <Card>
          {isSignedIn ? (
            <LoadablePanel loadable={terms.loadable} onRetry={terms.refetch} skeleton={<SkeletonRows count={6} />}>
              {(known) => <Terms terms={known} info={info} />}
            </LoadablePanel>
          ) : (
            <EmptyState
              icon={Lock}
              title={t('info.leverage.visitor')}
              action={<Button onClick={() => session.requestLogin()}>{t('ticket.logIn')}</Button>}
            />
          )}
        </Card>
      </section>
      <TextCard heading={t('info.leverage.protection')} text={t('info.leverage.protectionText')} />
      <TextCard heading={t('info.riskAgain')} text={t('leverage.risk')} />
    </Stack>
  );
}

function Terms({ terms, info }: { readonly terms: LeverageTerms; readonly info: SymbolInfo }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const clock = useClock();
  const spread = add(price(terms.spreadBelow), price(terms.spreadAbove));
  const swap = (perNight: string) =>
    terms.swapMode === 'rate'
      ? format.rate(perNight, { sign: 'always', scale: 4 })
      : t('info.leverage.points', { points: format.figure(perNight, { sign: 'always' }) });
  // Today's rollover in the reader's own time.
  const rolloverMs = Math.floor(clock.now() / dayMs) * dayMs + terms.rolloverMinute * minuteMs;
  const triple = terms.tripleWeekday === null ? undefined : weekdays[terms.tripleWeekday];
  return (
    <KeyValueList
      items={[
        {
          key: 'mode',
          label: t('info.leverage.mode'),
          value: t(`leverage.${terms.marginMode}`),
          detail: t(`leverage.${terms.marginMode}Hint`),
        },
        { key: 'leverages', label: t('info.leverage.leverages'), value: terms.leverages.map(texts.leverage).join(' · ') },
        { key: 'lot', label: t('info.leverage.lot'), value: `${format.figure(terms.contractSize)} ${info.base}` },
        {
          key: 'sizes',
          label: t('info.leverage.sizes'),
          value: t('leverage.lotHint', {
            min: format.figure(terms.lotMin),
            step: format.figure(terms.lotStep),
            max: format.figure(terms.lotMax),
          }),
        },
        { key: 'minNotional', label: t('info.leverage.minNotional'), value: texts.amount(terms.minNotional) },
        {
          key: 'maxPositions',
          label: t('info.leverage.maxPositions'),
          value: format.figure(String(terms.maxPositions)),
          detail: t('info.leverage.maxPositionsHint'),
        },
        {
          key: 'exposure',
          label: t('info.leverage.exposure'),
          value: terms.exposureLimits
            .map(({ leverage, notional }) =>
              t('info.leverage.exposureStep', { leverage: texts.leverage(leverage), amount: texts.amount(notional) }),
            )
            .join(' · '),
          detail: t('info.leverage.exposureHint'),
        },
        {
          key: 'fee',
          label: t('info.leverage.fee'),
          value: t('leverage.feeBase', { rate: format.rate(terms.feeRate, { scale: 3 }) }),
        },
        { key: 'spread', label: t('info.leverage.spread'), value: format.figure(spread, { scale: terms.digits }) },
        { key: 'swapLong', label: t('info.leverage.swapLong'), value: swap(terms.swapLong) },
        { key: 'swapShort', label: t('info.leverage.swapShort'), value: swap(terms.swapShort) },
        {
          key: 'rollover',
          label: t('info.leverage.rollover'),
          value: format.time(rolloverMs),
          ...(triple === undefined ? {} : { detail: t('leverage.tripleNight', { day: t(`leverage.weekday.${triple}`) }) }),
        },
        terms.marginMode === 'isolated'
          ? {
              key: 'end',
              label: t('info.leverage.maintenance'),
              value: t('info.leverage.maintenanceText', { rate: format.rate(terms.maintenanceRate) }),
            }
          : {
              key: 'end',
              label: t('info.leverage.call'),
              value: t('info.leverage.callText', {
                call: format.rate(terms.marginCallLevel, { scale: 0 }),
                out: format.rate(terms.stopOutLevel, { scale: 0 }),
              }),
            },
        ...(terms.closingMargin === undefined
          ? []
          : [
              {
                key: 'closingMargin',
                label: t('info.leverage.closingMargin'),
                value: t('info.leverage.closingMarginText', {
                  leverage: texts.leverage(terms.closingMargin.leverage),
                  minutes: String(
                    Math.max(
                      ...[...terms.closingMargin.spans, ...(terms.closingMargin.dates ?? [])].map(([from, to]) => to - from),
                    ),
                  ),
                }),
              },
            ]),
        { key: 'tolerance', label: t('info.leverage.tolerance'), value: format.rate(terms.toleratedMove, { scale: 3 }) },
      ]}
    />
  );
}
