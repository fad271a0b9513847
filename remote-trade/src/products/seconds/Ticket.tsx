/** The ticket of one market. Problems are one ordered list; the first labels the buttons, the rest stay quiet. */
import { useState } from 'react';
import { useMoneyAction } from '@tessera/shared/actions';
import { shownAsset, type Direction, type EndpointResponse, type SecondsOrder, type SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, isZero, toText, type Amount } from '@tessera/shared/money';
import {
  useEndpoint,
  useIsOffline,
  useMarketState,
  useQuoteIsTradable,
  useRefresh,
  useSession,
  useSessionState,
} from '@tessera/shared/react';
import { LoadablePanel, SkeletonRows, Stack } from '@tessera/shared/ui';
import { IdentityOffer } from '../../orders/placement/IdentityOffer';
import { PlacementArea } from '../../orders/placement/PlacementArea';
import { useRiskGate } from '../../orders/placement/useRiskGate';
import { ConfirmSheet } from './ConfirmSheet';
import { DirectionButtons } from './SideButtons';
import { StakeFields, stakeScale, type StakeForm } from './StakeFields';
import { TicketFigures } from './TicketFigures';
import { ticketProblem } from './ticketProblem';
import { useSecondsAdapter } from './useAdapter';
import { useProblemText } from './useProblemText';

interface SecondsTicketProps {
  readonly info: SymbolInfo;
  /** From the URL: a page that sent the person here with a direction in mind. */
  readonly preferred: string | null;
  /** Decimals of the funding asset. */
  readonly scale: number;
  readonly onPlaced: (order: SecondsOrder) => void;
}

export function SecondsTicket(props: SecondsTicketProps) {
  const terms = useEndpoint('durations', { symbol: props.info.symbol }, { freshMs: 60_000 });
  return (
    <LoadablePanel loadable={terms.loadable} onRetry={terms.refetch} skeleton={<SkeletonRows count={4} />}>
      {(known) => <OpenTicket {...props} terms={known} />}
    </LoadablePanel>
  );
}

function OpenTicket({
  info,
  preferred,
  scale,
  onPlaced,
  terms: { asset, durations },
}: SecondsTicketProps & { readonly terms: EndpointResponse<'durations'> }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const session = useSession();
  const refresh = useRefresh();
  const { isSignedIn, mode } = useSessionState();
  const payable = useEndpoint('payableCurrencies', { symbol: info.symbol }, { isEnabled: isSignedIn });
  const isPriceLive = useQuoteIsTradable(info.symbol);
  const isOffline = useIsOffline();
  const risk = useRiskGate('seconds', t('risk.body'));
  const placing = useMoneyAction(useSecondsAdapter(), {
    guard: t('confirm.title'),
    onAccepted(order) {
      onPlaced(order);
      refresh('payableCurrencies');
      placing.close();
    },
  });
  const [form, setForm] = useState<StakeForm>(() => ({
    stake: durations[0] === undefined ? '' : format.forInput(durations[0].stakeMin),
    seconds: durations[0]?.seconds,
    isTouched: false,
  }));

  const unit = shownAsset(asset, mode);
  const problemText = useProblemText(info, unit);
  const availableText = payable.data?.items.find((item) => item.asset === asset)?.available;
  const available = availableText === undefined ? undefined : amount(availableText);
  const isEmpty = mode === 'real' && available !== undefined && isZero(available);
  const duration = durations.find(({ seconds }) => seconds === form.seconds);
  const typed = format.parseTyped(form.stake, stakeScale);
  const stake: Amount | undefined = typed.ok ? amount(typed.value) : undefined;
  const marketState = useMarketState(info);
  const problem = ticketProblem({
    marketState,
    isPriceLive,
    isOffline,
    duration,
    stake,
    available,
    scale,
  });
  const order = (direction: Direction) => {
    if (!isSignedIn) return session.requestLogin();
    if (problem !== undefined || duration === undefined || stake === undefined) return undefined;
    return risk.pass(() => placing.ask({ info, direction, duration, stake: toText(stake), asset }));
  };

  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <Stack gap={3}>
        <IdentityOffer />
        <StakeFields
          form={form}
          onChange={setForm}
          durations={durations}
          unit={unit}
          available={available}
          problem={problem !== undefined && 'amount' in problem && form.isTouched && !isEmpty ? problemText(problem) : undefined}
        />
        <PlacementArea
          placing={placing}
          neverArrived={t('confirm.notPlaced')}
          fundedFrom="contract"
          isShort={problem?.code === 'insufficient'}
          isEmpty={isEmpty && problem?.code === 'insufficient'}
        >
          <DirectionButtons
            isSignedIn={isSignedIn}
            problem={problem === undefined ? undefined : problemText(problem)}
            stake={stake}
            duration={duration}
            scale={scale}
            preferred={preferred === 'long' || preferred === 'short' ? preferred : undefined}
            onChoose={order}
          />
        </PlacementArea>
        {duration !== undefined && <TicketFigures duration={duration} stake={stake} scale={scale} unit={unit} />}
      </Stack>
      <ConfirmSheet placing={placing} scale={scale} />
      {risk.sheet}
    </form>
  );
}
