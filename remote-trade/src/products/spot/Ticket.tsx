/**
 * The ticket of one pair. What is typed stays text; what it means is computed from it, the terms and the live quote. The
 * first problem is the button's text. Nothing typed is lost on the way to the login page or to a transfer.
 */
import { useMoneyAction } from '@tessera/shared/actions';
import type { Side, SpotOrder, SpotTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { isZero } from '@tessera/shared/money';
import {
  useIsOffline,
  useMarketState,
  useNavigation,
  useQuoteIsTradable,
  useQuoteStream,
  useQuotes,
  useReleaseGuard,
  useSession,
  useSessionState,
} from '@tessera/shared/react';
import { Button, LiveRegion, Notice, Stack } from '@tessera/shared/ui';
import { IdentityOffer } from '../../orders/placement/IdentityOffer';
import { PlacementArea } from '../../orders/placement/PlacementArea';
import { useRiskGate } from '../../orders/placement/useRiskGate';
import { AmountPart } from './AmountPart';
import { ConfirmSheet } from './ConfirmSheet';
import { PricePart } from './PricePart';
import { isSmall, useQuickOrders } from './quickOrders';
import { spotFigures, type SpotScales } from './figures';
import { PlaceButton } from './PlaceButton';
import { spotIntent } from './spotIntent';
import { TicketChoices } from './TicketChoices';
import { useTicketForm } from './useTicketForm';
import { TicketFigures } from './TicketFigures';
import { ticketProblem } from './ticketProblem';
import { useAvailable } from './useAvailable';
import { useSpotAdapter } from './useAdapter';

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

/** A purchase is paid in the money that the contract account has too; coins are in the coin account alone. */
const fundedFrom = { buy: 'contract', sell: undefined } as const;

export function SpotTicket({ info, terms, preferred, scales, picked, isExecuting, onPlaced }: SpotTicketProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const session = useSession();
  const quotes = useQuoteStream();
  const { isSignedIn, mode } = useSessionState();
  // The rules and sums of the ticket follow the price once a second: a sentence that changes faster cannot be read.
  const quote = useQuotes([info.symbol]).get(info.symbol);
  const isPriceLive = useQuoteIsTradable(info.symbol);
  const [form, change] = useTicketForm(info, { preferred, latest: quote?.price, picked });
  const { side } = form;
  const { digits } = info;
  const intentAt = (now: typeof quote) => spotIntent(form, now, { parseTyped: format.parseTyped, terms, scales, digits });
  const intent = intentAt(quote);
  const figures = spotFigures(intent, terms, scales);
  const spent = side === 'buy' ? info.quote : info.base;
  const available = useAvailable(spent);
  const toFunds = useWayToFunds(side);
  const isOffline = useIsOffline();
  const marketState = useMarketState(info);
  const problem = ticketProblem({
    marketState,
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
      change({ type: 'placed' });
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
          <IdentityOffer />
          <TicketChoices form={form} onChange={change} />
          <PricePart
            info={info}
            terms={terms}
            form={form}
            latest={quote?.price}
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
          <PlacementArea
            placing={placing}
            neverArrived={t('confirm.notPlaced')}
            fundedFrom={fundedFrom[side]}
            isEmpty={isSignedIn && isEmpty}
            isClosing={side === 'sell'}
          >
            <PlaceButton info={info} side={side} problem={problem} isBusy={placing.isUnderWay} />
          </PlacementArea>
          <LiveRegion>{isExecuting && <Notice>{t('spot.executing')}</Notice>}</LiveRegion>
          <AskAgain quick={quick} />
        </Stack>
      </form>
      <ConfirmSheet placing={placing} quick={quick} />
      {risk.sheet}
    </>
  );
}

/** To where what is missing can be brought from. */
function useWayToFunds(side: Side): () => void {
  const navigation = useNavigation();
  const from = fundedFrom[side];
  return () =>
    from === undefined ? navigation.navigate('/pages/assets/topup') : navigation.navigate('/pages/assets/transfer', { from });
}

/** Small orders are placed without a question: the way back. */
function AskAgain({ quick }: { readonly quick: ReturnType<typeof useQuickOrders> }) {
  const { t } = useTranslation('trade');
  return quick.isOn ? (
    <Button size="sm" variant="quiet" isBlock onClick={() => quick.set(false)}>
      {t('spot.askAgain')}
    </Button>
  ) : null;
}
