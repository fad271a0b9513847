/**
 * The ticket of one market. What is typed stays text; what it means is computed from it, the terms and the live quotes, for
 * both directions at once. What decides an order stands above the buttons, what explains it below them.
 */
import { useEffect, useState } from 'react';
import { useMoneyAction } from '@tessera/shared/actions';
import type { Direction, LeverageTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { isZero, toText } from '@tessera/shared/money';
import { useNavigation, useQuote, useRefresh, useReleaseGuard, useSessionState } from '@tessera/shared/react';
import { Badge, Button, ChevronDown, PercentSlider, Row, Stack } from '@tessera/shared/ui';
import { EmptyAccountOffer } from '../../orders/placement/EmptyAccountOffer';
import { RefusalNotice } from '../../orders/placement/RefusalNotice';
import { UnderWayButton } from '../../orders/placement/UnderWayButton';
import { useIsOffline } from '../../orders/placement/useIsOffline';
import { useRiskGate } from '../../orders/placement/useRiskGate';
import { AccountStrip } from './AccountStrip';
import { ConfirmSheet } from './ConfirmSheet';
import { liveAccount } from './liveAccount';
import { SideButtons } from './SideButtons';
import { SizeFields } from './SizeFields';
import { StopFields } from './StopFields';
import { stopRuleKey } from './stopUnits';
import { SideReceipt } from './TicketFigures';
import type { SideFigures } from './figures';
import { ticketFigures } from './ticketFigures';
import { firstForm, percentOfLots, shareOfLots, type TicketForm } from './ticketForm';
import { TicketWarnings } from './TicketWarnings';
import { useLeverageAdapter } from './useAdapter';
import type { LeverageOrders } from './useOrders';
import { useProblemText } from './useProblemText';
import { useLeverageTexts } from './useTexts';
import { useValuing } from './useValuing';
import styles from './Ticket.module.css';

interface LeverageTicketProps {
  readonly info: SymbolInfo;
  readonly terms: LeverageTerms;
  readonly preferred: string | null;
  readonly scale: number;
  readonly orders: LeverageOrders;
  readonly find: (symbol: string) => SymbolInfo | undefined;
  readonly onShowPositions: () => void;
}

export function LeverageTicket({ info, terms, preferred, scale, orders, find, onShowPositions }: LeverageTicketProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const { mode } = useSessionState();
  const [form, setForm] = useState<TicketForm>(() => firstForm(terms, format.forInput));
  const change = (part: Partial<TicketForm>) => setForm((before) => ({ ...before, ...part }));
  const valuing = useValuing(orders.positions, { find, scale }, useQuote(info.symbol));
  const problemText = useProblemText(info);
  const placing = usePlacing(orders);
  const risk = useRiskGate('leverage', t('leverage.risk'));
  useReleaseGuard(risk.isOpen ? t('leverage.order.title') : undefined);

  const tickPrice = valuing.tickPriceOf(info);
  const divisor = valuing.divisorOf(info);
  const account = liveAccount(terms.account, orders.positions, valuing);
  const figures = ticketFigures(form, format.parseTyped, {
    info,
    terms,
    marketState: info.market.state,
    isOffline: useIsOffline(),
    positions: orders.positions,
    orderCount: orders.positions.length + orders.pending.length,
    account,
    tickPrice,
    divisor,
    scale,
  });
  const { sides, lots, limitPrice, most, problem } = figures;
  const isEmpty = mode === 'real' && figures.isAccountEmpty;

  const preview = (direction: Direction) => {
    const side = sides[direction];
    if (side === undefined || lots === undefined) return;
    const draft = {
      info,
      direction,
      entrustment: form.entrustment,
      leverage: figures.leverage,
      lots: toText(lots),
      limitPrice: limitPrice && toText(limitPrice),
      takeProfit: side.takeProfit && toText(side.takeProfit),
      stopLoss: side.stopLoss && toText(side.stopLoss),
    };
    placing.ask(draft, { terms: { seenPrice: limitPrice === undefined ? toText(side.price) : undefined } });
  };

  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <Stack gap={3}>
        <SizeFields info={info} terms={terms} form={form} figures={figures} tickPrice={tickPrice} onChange={change} />
        <RefusalNotice
          action={placing.action}
          neverArrived={t('leverage.order.neverArrived')}
          funds={<TransferButton size="sm" />}
        />
        {problem?.code === 'insufficient' && !isEmpty && <TransferButton />}
        {placing.isUnderWay && !placing.isShown ? (
          <UnderWayButton placing={placing} />
        ) : isEmpty ? (
          <EmptyAccountOffer />
        ) : (
          <SideButtons
            problem={problem === undefined ? undefined : problemText(problem)}
            sideProblems={{ long: sideProblem(sides.long), short: sideProblem(sides.short) }}
            sides={sides}
            lots={lots}
            digits={terms.digits}
            preferred={preferred === 'long' || preferred === 'short' ? preferred : undefined}
            onChoose={(direction) => risk.pass(() => preview(direction))}
          />
        )}
        {orders.positions.length + orders.pending.length > 0 && (
          <Button size="sm" variant="quiet" isBlock icon={ChevronDown} onClick={onShowPositions}>
            {t('positions.show', { count: orders.positions.length + orders.pending.length })}
          </Button>
        )}
        <TicketWarnings terms={terms} warnings={figures.warnings} />
        <PercentSlider
          label={t('leverage.share')}
          percent={percentOfLots(lots, most)}
          disabled={most === undefined || isZero(most)}
          onChange={(percent) => {
            if (most !== undefined) change({ lots: format.forInput(toText(shareOfLots(most, percent, figures.lotRules))) });
          }}
        />
        <LotHint info={info} terms={terms} lotValue={figures.lotValue} />
        <StopFields info={info} form={form} sides={sides} onChange={change} />
        <SideReceipt terms={terms} long={sides.long} short={sides.short} />
        <Row gap={2}>
          <Badge tone="accent">{t(`leverage.${terms.marginMode}`)}</Badge>
          <span className={styles.hint}>{t(`leverage.${terms.marginMode}Hint`)}</span>
        </Row>
        <AccountStrip account={account} terms={terms} />
      </Stack>
      <ConfirmSheet
        placing={placing}
        find={orders.find}
        onDone={onShowPositions}
        terms={terms}
        scale={scale}
        account={account}
        tickPrice={tickPrice}
        divisor={divisor}
      />
      {risk.sheet}
    </form>
  );

  function sideProblem(side: SideFigures | undefined): string | undefined {
    if (side?.isLimitBelow === true && tickPrice !== undefined)
      return t('leverage.problem.limitBelow', { price: format.figure(tickPrice, { scale: terms.digits }) });
    if (side?.stopProblem === undefined) return undefined;
    const { side: stop, problem: against } = side.stopProblem;
    return against === undefined ? t(`leverage.problem.${stop}`) : t(`leverage.problem.${stopRuleKey(side.direction, stop)}`);
  }
}

/** The order on its way. What was accepted belongs to the page's orders; its sheet tells what became of it. */
function usePlacing({ add, claim }: LeverageOrders) {
  const { t } = useTranslation('trade');
  const refresh = useRefresh();
  const placing = useMoneyAction(useLeverageAdapter(), {
    guard: t('leverage.order.title'),
    onAccepted(order) {
      add(order);
      refresh('leverageTerms');
    },
  });
  const { action } = placing;
  const followed =
    action.state === 'accepted' ? action.outcome.clientOrderId : 'sent' in action && placing.isShown ? action.sent.id : undefined;
  useEffect(() => (followed === undefined ? undefined : claim(followed)), [followed, claim]);
  return placing;
}

function TransferButton({ size = 'md' }: { readonly size?: 'sm' | 'md' }) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  return (
    <Button
      size={size}
      variant="secondary"
      isBlock={size === 'md'}
      onClick={() => navigation.navigate('/pages/assets/transfer', { from: 'coin' })}
    >
      {t('ticket.topUp')}
    </Button>
  );
}

interface LotHintProps extends Pick<LeverageTicketProps, 'info' | 'terms'> {
  readonly lotValue: ReturnType<typeof ticketFigures>['lotValue'];
}

function LotHint({ info, terms, lotValue }: LotHintProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const { lotMin, lotStep, lotMax, contractSize } = terms;
  return (
    <p className={styles.hint}>
      {t('leverage.oneLot', {
        size: format.figure(contractSize),
        base: info.base,
        value: lotValue === undefined ? '–' : texts.amount(lotValue),
      })}{' '}
      {t('leverage.lotHint', { min: format.figure(lotMin), step: format.figure(lotStep), max: format.figure(lotMax) })}
    </p>
  );
}
