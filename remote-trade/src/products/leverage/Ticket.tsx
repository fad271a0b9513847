/**
 * The ticket of one market. What is typed stays text; what it means is computed from it, the terms and the live quotes, for
 * both directions at once. What decides an order stands above the buttons, what explains it below them.
 */
import { useState } from 'react';
import type { Direction, LeverageTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { isZero, toText } from '@tessera/shared/money';
import { useClock, useIsOffline, useMarketState, useQuote, useReleaseGuard, useSessionState } from '@tessera/shared/react';
import { Badge, Button, ChevronDown, PercentSlider, Row, Stack } from '@tessera/shared/ui';
import { IdentityOffer } from '../../orders/placement/IdentityOffer';
import { PlacementArea } from '../../orders/placement/PlacementArea';
import { useRiskGate } from '../../orders/placement/useRiskGate';
import { AccountStrip } from './AccountStrip';
import { ConfirmSheet } from './ConfirmSheet';
import { liveAccount } from './liveAccount';
import { LotHint } from './LotHint';
import { SideButtons } from './SideButtons';
import { SizeFields } from './SizeFields';
import { StopFields } from './StopFields';
import { stopRuleKey } from './stopUnits';
import { SideReceipt } from './TicketFigures';
import type { SideFigures } from './figures';
import { ticketFigures } from './ticketFigures';
import { firstForm, percentOfLots, shareOfLots, type TicketForm } from './ticketForm';
import { TicketWarnings } from './TicketWarnings';
import type { LeverageOrders } from './useOrders';
import { usePlacing } from './usePlacing';
import { useProblemText } from './useProblemText';
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
  const nowMs = useClock().now();
  const account = liveAccount(terms.account, orders.positions, valuing, nowMs);
  const figures = ticketFigures(form, format.parseTyped, {
    info,
    terms,
    marketState: useMarketState(info),
    isOffline: useIsOffline(),
    positions: orders.positions,
    pending: orders.pending,
    account,
    tickPrice,
    divisor,
    scale,
    nowMs,
  });
  const { sides, lots, limitPrice, maxLots, problem } = figures;

  const preview = (direction: Direction) => {
    const side = sides[direction];
    if (side === undefined || lots === undefined || tickPrice === undefined || divisor === undefined) return;
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
    placing.ask(draft, {
      terms: {
        seenPrice: limitPrice === undefined ? toText(side.price) : undefined,
        ...{ terms, tickPrice, divisor, scale, account, free: account.free },
      },
    });
  };

  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <Stack gap={3}>
        <IdentityOffer />
        <SizeFields info={info} terms={terms} form={form} figures={figures} tickPrice={tickPrice} onChange={change} />
        <PlacementArea
          placing={placing}
          neverArrived={t('leverage.order.neverArrived')}
          fundedFrom="coin"
          isShort={problem?.code === 'insufficient'}
          isEmpty={mode === 'real' && figures.isAccountEmpty}
        >
          <SideButtons
            problem={problem === undefined ? undefined : problemText(problem)}
            sideProblems={{ long: sideProblem(sides.long), short: sideProblem(sides.short) }}
            sides={sides}
            lots={lots}
            digits={terms.digits}
            preferred={preferred === 'long' || preferred === 'short' ? preferred : undefined}
            onChoose={(direction) => risk.pass(() => preview(direction))}
          />
        </PlacementArea>
        {orders.positions.length + orders.pending.length > 0 && (
          <Button size="sm" variant="quiet" isBlock icon={ChevronDown} onClick={onShowPositions}>
            {t('positions.show', { count: orders.positions.length + orders.pending.length })}
          </Button>
        )}
        <TicketWarnings terms={terms} warnings={figures.warnings} />
        <PercentSlider
          label={t('leverage.share')}
          percent={percentOfLots(lots, maxLots)}
          disabled={maxLots === undefined || isZero(maxLots)}
          onChange={(percent) => {
            if (maxLots !== undefined) change({ lots: format.forInput(toText(shareOfLots(maxLots, percent, figures.lotRules))) });
          }}
        />
        <LotHint info={info} terms={terms} lotValue={figures.lotValue} />
        <StopFields info={info} form={form} sides={sides} onChange={change} />
        <SideReceipt terms={terms} long={sides.long} short={sides.short} />
        <Row gap={2} isWrapping>
          <Badge tone="accent">{t(`leverage.${terms.marginMode}`)}</Badge>
          <span className={styles.hint}>{t(`leverage.${terms.marginMode}Hint`)}</span>
        </Row>
        <AccountStrip account={account} terms={terms} />
      </Stack>
      <ConfirmSheet
        placing={placing}
        findOrder={orders.find}
        findSymbol={find}
        tickPriceOf={valuing.tickPriceOf}
        onDone={onShowPositions}
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
