/**
 * The ticket of one pair. What is typed stays text; what it means is computed from it, the terms and the live quote. The
 * first problem is the button's text. Nothing typed is lost on the way to the login page or to a transfer.
 */
import { useEffect, useReducer } from 'react';
import { useMoneyAction } from '@tessera/shared/actions';
import type { Side, SpotOrder, SpotTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, decimalsOf, isZero, parseAmount, parsePrice, price, toFixedText } from '@tessera/shared/money';
import {
  useClock,
  useNavigation,
  useQuoteIsTradable,
  useQuotes,
  useQuoteStream,
  useReleaseGuard,
  useRemoteContext,
  useSession,
  useSessionState,
} from '@tessera/shared/react';
import { Button, LiveRegion, Notice, Segmented, Stack } from '@tessera/shared/ui';
import { EmptyAccountOffer } from '../../orders/placement/EmptyAccountOffer';
import { RefusalNotice } from '../../orders/placement/RefusalNotice';
import { UnderWayButton } from '../../orders/placement/UnderWayButton';
import { useIsOffline } from '../../orders/placement/useIsOffline';
import { useRiskGate } from '../../orders/placement/useRiskGate';
import { useSpotTexts } from './useTexts';
import { AmountPart } from './AmountPart';
import { ConfirmSheet } from './ConfirmSheet';
import { PricePart } from './PricePart';
import { isSmall, useQuickOrders } from './quickOrders';
import { spotFigures, type SpotIntent, type SpotScales } from './figures';
import { firstForm, formAfter, unitOf, type TicketChange } from './ticketForm';
import { keepDraft, keptDraft } from './ticketDraft';
import { TicketFigures } from './TicketFigures';
import { ticketProblem } from './ticketProblem';
import { useAvailable } from './useAvailable';
import { useSpotAdapter } from './useAdapter';
import { useProblemText } from './useProblemText';

interface SpotTicketProps {
  readonly info: SymbolInfo;
  readonly terms: SpotTerms;
  readonly preferred: Side | undefined;
  readonly scales: SpotScales;
  /** The level of the book that was tapped last. */
  readonly picked: { readonly price: string } | undefined;
  /** A market order of this pair waits for its price. */
  readonly isExecuting: boolean;
  readonly onPlaced: (order: SpotOrder) => void;
}

export function SpotTicket({ info, terms, preferred, scales, picked, isExecuting, onPlaced }: SpotTicketProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useSpotTexts();
  const problemText = useProblemText(info);
  const navigation = useNavigation();
  const session = useSession();
  const clock = useClock();
  const quotes = useQuoteStream();
  const { storage } = useRemoteContext();
  const { isSignedIn, mode } = useSessionState();
  const [form, send] = useReducer(formAfter, undefined, () => {
    const kept = keptDraft(storage, info.symbol, clock.now()) ?? firstForm(preferred ?? 'buy');
    return preferred === undefined ? kept : formAfter(kept, { type: 'side', side: preferred });
  });
  useEffect(() => keepDraft(storage, info.symbol, form, clock.now()), [storage, clock, info.symbol, form]);
  const change = (next: TicketChange) => send(next);

  // The rules and sums of the ticket follow the price once a second: a sentence that changes faster cannot be read.
  const quote = useQuotes([info.symbol]).get(info.symbol);
  const isPriceLive = useQuoteIsTradable(info.symbol);
  const latest = quote?.price;
  const { digits } = info;
  useEffect(() => {
    if (latest !== undefined) send({ type: 'firstPrice', price: format.forInput(toFixedText(price(latest), digits)) });
  }, [latest, digits, format]);
  useEffect(() => {
    if (picked === undefined) return;
    send({ type: 'entrustment', entrustment: 'limit' });
    send({ type: 'price', price: format.forInput(toFixedText(price(picked.price), digits)) });
  }, [picked, digits, format]);

  const { side, entrustment } = form;
  const isLimit = entrustment === 'limit';
  const unit = unitOf(form);
  const amountScale = unit === 'base' ? decimalsOf(amount(terms.quantityStep)) : scales.quoteShown;
  const typedPrice = format.parseTyped(form.price ?? '', digits);
  const typedAmount = format.parseTyped(form.amount, amountScale);
  const intentAt = (now: typeof quote): SpotIntent => ({
    side,
    entrustment,
    unit,
    limit: isLimit && typedPrice.ok ? parsePrice(typedPrice.value) : undefined,
    typed: typedAmount.ok ? parseAmount(typedAmount.value) : undefined,
    last: now === undefined ? undefined : price(now.price),
    touch: now === undefined ? undefined : price(side === 'buy' ? now.ask : now.bid),
  });
  const intent = intentAt(quote);
  const figures = spotFigures(intent, terms, scales);
  const spent = side === 'buy' ? info.quote : info.base;
  const available = useAvailable(spent);
  const isOffline = useIsOffline();
  const problem = ticketProblem({
    marketState: info.market.state,
    isPriceLive,
    isOffline,
    intent,
    figures,
    terms,
    digits,
    available,
  });

  const placing = useMoneyAction(useSpotAdapter(), {
    guard: t('spot.confirm.title'),
    onAccepted(order) {
      send({ type: 'placed' });
      onPlaced(order);
      placing.close();
    },
  });
  const quick = useQuickOrders();
  const risk = useRiskGate('spot', t('spot.risk'));
  useReleaseGuard(risk.isOpen ? t('spot.confirm.title') : undefined);

  const preview = () => {
    // The price of this moment is the one that the person is shown and that is sent along.
    const now = intentAt(quotes.peek(info.symbol) ?? quote);
    const total = spotFigures(now, terms, scales)?.total;
    const isQuick = quick.isOn && total !== undefined && isSmall(total);
    const ask = isQuick ? placing.askAndConfirm : placing.ask;
    ask({ info, intent: now, terms, scales, isQuick }, { terms: { last: now.last, touch: now.touch } });
  };
  const press = () => {
    if (!isSignedIn) return session.requestLogin();
    if (problem !== undefined || figures === undefined) return undefined;
    return risk.pass(preview);
  };
  const toFunds = () =>
    side === 'buy'
      ? navigation.navigate('/pages/assets/transfer', { from: 'contract' })
      : navigation.navigate('/pages/assets/topup');
  const isEmpty = mode === 'real' && side === 'buy' && available !== undefined && isZero(available);

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          press();
        }}
      >
        <Stack gap={3}>
          <Segmented
            label={t('spot.sideLabel')}
            value={side}
            onChange={(next) => change({ type: 'side', side: next })}
            options={[
              { value: 'buy', label: t('spot.side.buy'), tone: 'up' },
              { value: 'sell', label: t('spot.side.sell'), tone: 'down' },
            ]}
          />
          <Segmented
            size="sm"
            label={t('spot.entrustmentLabel')}
            value={entrustment}
            onChange={(next) => change({ type: 'entrustment', entrustment: next })}
            options={[
              { value: 'limit', label: t('spot.entrustment.limit') },
              { value: 'market', label: t('spot.entrustment.market') },
            ]}
          />
          <PricePart
            info={info}
            terms={terms}
            form={form}
            latest={latest}
            problem={isEmpty ? undefined : problem}
            onChange={change}
          />
          <AmountPart
            info={info}
            terms={terms}
            scales={scales}
            form={form}
            intent={intent}
            available={available}
            problem={isEmpty ? undefined : problem}
            onChange={change}
          />
          <TicketFigures
            info={info}
            terms={terms}
            scales={scales}
            side={side}
            spent={spent}
            available={available}
            figures={figures}
            isByTotal={figures?.asked.total !== undefined}
            onFunds={toFunds}
          />
          <RefusalNotice action={placing.action} neverArrived={t('confirm.notPlaced')} />
          {placing.isUnderWay && !placing.isShown ? (
            <UnderWayButton placing={placing} />
          ) : isSignedIn && isEmpty ? (
            <EmptyAccountOffer />
          ) : (
            <Button
              type="submit"
              isBlock
              variant={!isSignedIn ? 'primary' : side === 'buy' ? 'long' : 'short'}
              isBusy={placing.isUnderWay}
              disabled={isSignedIn && problem !== undefined}
            >
              {!isSignedIn
                ? t('ticket.logIn')
                : problem === undefined
                  ? t(`spot.confirm.${side}`, { asset: texts.asset(info.base) })
                  : problemText(problem)}
            </Button>
          )}
          <LiveRegion>{isExecuting && <Notice>{t('spot.executing')}</Notice>}</LiveRegion>
          {quick.isOn && (
            <Button size="sm" variant="quiet" isBlock onClick={() => quick.set(false)}>
              {t('spot.askAgain')}
            </Button>
          )}
        </Stack>
      </form>
      <ConfirmSheet placing={placing} quick={quick} />
      {risk.sheet}
    </>
  );
}
