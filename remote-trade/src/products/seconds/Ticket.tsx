/**
 * The ticket of one market: duration, stake, what it pays and costs, the odds in words, two buttons. What is typed stays
 * text; problems are computed from it and the server's limits, and the first labels the buttons.
 */
import { useState } from 'react';
import { shownAsset, type Direction, type SecondsOrder, type SymbolInfo } from '@tessera/shared/contract';
import { Field, Form } from '@tessera/shared/forms';
import { useTranslation } from '@tessera/shared/kernel';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { amount, multiply, rate, toText, type Amount } from '@tessera/shared/money';
import {
  useEndpoint,
  useNavigation,
  useQuoteIsTradable,
  useReleaseGuard,
  useSession,
  useSessionState,
} from '@tessera/shared/react';
import { AmountField, Button, Chips, LiveRegion, LoadablePanel, Notice, SkeletonRows, Stack } from '@tessera/shared/ui';
import { RiskSheet, useRiskAcceptance } from '../../components/RiskSheet';
import { useCountdownText } from '../../components/useCountdownText';
import { useOrderTexts } from './useTexts';
import { ConfirmSheet } from './ConfirmSheet';
import { DirectionButtons } from './SideButtons';
import { TicketFigures } from './TicketFigures';
import { ticketProblem, type TicketProblem } from './ticketProblem';
import { usePlacement } from './usePlacement';

interface SecondsTicketProps {
  readonly info: SymbolInfo;
  /** From the URL: a page that sent the person here with a direction in mind. */
  readonly preferred: string | null;
  /** Decimals of the funding asset. */
  readonly scale: number;
  readonly onPlaced: (order: SecondsOrder) => void;
}

const quickStakes = ['1', '5', '10', '50'].map(rate);
const typedScale = 2;

export function SecondsTicket({ info, preferred, scale, onPlaced }: SecondsTicketProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const errorText = useErrorText();
  const texts = useOrderTexts();
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn, mode } = useSessionState();
  const terms = useEndpoint('durations', { symbol: info.symbol }, { freshMs: 60_000 });
  const payable = useEndpoint('payableCurrencies', { symbol: info.symbol }, { isEnabled: isSignedIn });
  const isPriceLive = useQuoteIsTradable(info.symbol);
  const opensIn = useCountdownText(info.market.state === 'closed' ? info.market.nextChangeAtMs : null);
  const placing = usePlacement(onPlaced);
  const risk = useRiskAcceptance('seconds', mode);
  const [asking, setAsking] = useState<(() => void) | undefined>(undefined);
  const { placement } = placing;
  useReleaseGuard(placement.state === 'editing' ? undefined : t('confirm.title'));

  return (
    <>
      <LoadablePanel loadable={terms.loadable} onRetry={terms.refetch} skeleton={<SkeletonRows count={4} />}>
        {({ asset, durations }) => {
          const unit = shownAsset(asset, mode);
          const availableText = payable.data?.items.find((item) => item.asset === asset)?.available;
          const available = availableText === undefined ? undefined : amount(availableText);
          const first = durations[0];
          return (
            <Form<{ stake: string; seconds: string }>
              initialValues={{
                stake: first === undefined ? '' : format.forInput(first.stakeMin),
                seconds: String(first?.seconds ?? ''),
              }}
              keepDirtyOnReinitialize
              onSubmit={() => undefined}
            >
              {({ values, form }) => {
                const duration = durations.find(({ seconds }) => String(seconds) === values.seconds);
                const typed = format.parseTyped(values.stake ?? '', typedScale);
                const stake: Amount | undefined = typed.ok ? amount(typed.value) : undefined;
                const problem = ticketProblem({ marketState: info.market.state, isPriceLive, duration, stake, available, scale });
                const order = (direction: Direction) => {
                  if (!isSignedIn) return session.requestLogin();
                  if (problem !== undefined || duration === undefined || stake === undefined) return undefined;
                  const ask = () => placing.ask({ info, direction, duration, stake: toText(stake), asset });
                  if (risk.isAccepted) return ask();
                  setAsking(() => ask);
                  return undefined;
                };
                return (
                  <form noValidate onSubmit={(event) => event.preventDefault()}>
                    <Stack gap={4}>
                      <Field<string> name="seconds">
                        {({ input }) => (
                          <Chips
                            isScrolled
                            label={t('ticket.duration')}
                            value={input.value}
                            onChange={input.onChange}
                            options={durations.map(({ seconds, payoutRate }) => ({
                              value: String(seconds),
                              label: texts.duration(seconds),
                              detail: t('ticket.payoutRate', { rate: format.rate(payoutRate, { scale: 0 }) }),
                            }))}
                          />
                        )}
                      </Field>
                      <Field<string> name="stake">
                        {({ input }) => (
                          <AmountField
                            label={t('ticket.stake')}
                            name={input.name}
                            value={input.value}
                            onChange={input.onChange}
                            unit={unit}
                            scale={typedScale}
                            hint={
                              available === undefined
                                ? undefined
                                : t('ticket.available', { amount: format.figure(available, { scale: 2 }), asset: unit })
                            }
                            problem={problem !== undefined && 'amount' in problem ? problemText(problem, unit) : undefined}
                          />
                        )}
                      </Field>
                      {duration !== undefined && (
                        <Chips
                          label={t('ticket.quickStake')}
                          value={typed.ok ? toText(amount(typed.value)) : undefined}
                          onChange={(value) => form.change('stake', format.forInput(value))}
                          options={quickStakes
                            .map((times) => multiply(amount(duration.stakeMin), times, typedScale, 'down'))
                            .map((quick) => ({ value: toText(quick), label: format.figure(quick) }))}
                        />
                      )}
                      {duration !== undefined && <TicketFigures duration={duration} stake={stake} scale={scale} unit={unit} />}
                      <LiveRegion isUrgent>
                        {placement.state === 'editing' && placement.neverArrived === true && (
                          <Notice tone="warning">{t('confirm.notPlaced')}</Notice>
                        )}
                        {placement.state === 'editing' && placement.refusal !== undefined && (
                          <Notice
                            tone="danger"
                            action={
                              placement.refusal.code === 'WALLET_BALANCE_INSUFFICIENT' ? (
                                <Button
                                  size="sm"
                                  variant="secondary"
                                  onClick={() => navigation.navigate('/pages/assets/transfer', { from: 'contract' })}
                                >
                                  {t('ticket.topUp')}
                                </Button>
                              ) : undefined
                            }
                          >
                            {errorText(placement.refusal)}
                          </Notice>
                        )}
                      </LiveRegion>
                      {problem?.code === 'insufficient' && (
                        <Button
                          variant="secondary"
                          isBlock
                          onClick={() => navigation.navigate('/pages/assets/transfer', { from: 'contract' })}
                        >
                          {t('ticket.topUp')}
                        </Button>
                      )}
                      <DirectionButtons
                        isSignedIn={isSignedIn}
                        problem={problem === undefined ? undefined : problemText(problem, unit)}
                        stake={stake}
                        duration={duration}
                        scale={scale}
                        preferred={preferred === 'long' || preferred === 'short' ? preferred : undefined}
                        onChoose={order}
                      />
                    </Stack>
                  </form>
                );
              }}
            </Form>
          );
        }}
      </LoadablePanel>
      <ConfirmSheet {...placing} digits={info.digits} scale={scale} />
      {asking !== undefined && (
        <RiskSheet
          body={t('risk.body')}
          onDecline={() => setAsking(undefined)}
          onAccept={() => {
            risk.accept();
            setAsking(undefined);
            asking();
          }}
        />
      )}
    </>
  );

  function problemText(problem: TicketProblem, unit: string): string {
    if (problem.code === 'marketClosed' && opensIn !== undefined) return t('leverage.problem.opensIn', { time: opensIn });
    return 'amount' in problem
      ? t(`problem.${problem.code}`, { amount: format.figure(problem.amount, { scale: typedScale }), asset: unit })
      : t(`problem.${problem.code}`);
  }
}
