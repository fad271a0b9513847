/** What is to be paid: by hand with amount and address to copy and the field for the transaction, and how far the chain has what the exchange sends. */
import { useState } from 'react';
import type { PayoutShown } from '@tessera/shared/operations';
import { useAct } from '../acts/useAct';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import type { PartProps } from '../parts';
import { Acts } from '../parts/Acts';
import { Button } from '../parts/Button';
import { Facts, type Fact } from '../parts/Facts';
import { ChoiceField } from '../parts/ChoiceField';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { mayAsk } from '../session/mayAsk';
import { ago } from '../texts/ago';
import { payoutsTexts as texts } from '../texts/payouts';
import { CardDetails } from './CardDetails';
import { PayoutDialog, type PayoutAct } from './PayoutDialog';

type Shown = keyof typeof texts.shows;

export function Payouts({ operator }: PartProps) {
  const [state, setState] = useState<Shown>('ordered');
  const paging = usePaging(state);
  const live = useLive('payoutsList', { state, ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }) });
  const { act, setAct, close, done } = useAct<PayoutAct>(live);
  const mayPay = mayAsk(operator.roles, 'payoutsPaid');
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <p className="soft small">{texts.means}</p>
      <div className="filters" role="search" aria-label={texts.filter}>
        <ChoiceField label={texts.show} value={state} choices={texts.shows} onChoose={setState} />
      </div>
      <LiveView live={live}>
        {({ items, next }, { serverMs }) => (
          <>
            {items.length === 0 ? <p className="note">{texts.nothingWaits}</p> : null}
            {items.map((payout) => (
              <Payout key={payout.id} payout={payout} nowMs={serverMs} onAct={mayPay ? setAct : undefined} />
            ))}
            <Pager paging={paging} next={next} words={texts.nextPage} />
          </>
        )}
      </LiveView>
      {act === undefined ? null : (
        <PayoutDialog act={act} onClose={close} onDone={() => done(texts.done[act.is](act.payout.account))} />
      )}
    </>
  );
}

function Payout({
  payout,
  nowMs,
  onAct,
}: {
  readonly payout: PayoutShown;
  readonly nowMs: number;
  readonly onAct: ((act: PayoutAct) => void) | undefined;
}) {
  const { id, account, userId, pays, asset, networkName, address, state, transaction, reason, orderedAtMs, endedAtMs } = payout;
  const facts: Fact[] = [
    ...(networkName === null ? [] : [[texts.network, networkName] as const]),
    [texts.address, <code key="address">{address}</code>],
    ...(transaction === null ? [] : [[texts.transaction, <code key="transaction">{transaction}</code>] as const]),
    ...(reason === null ? [] : [[texts.reason, reason] as const]),
    ...chainFacts(payout, nowMs),
  ];
  return (
    <section className="card" aria-labelledby={`payout-${id}`}>
      <h2 id={`payout-${id}`}>{texts.pays(pays, asset)}</h2>
      <p>
        {account} <span className="soft small">{userId}</span>
      </p>
      <p className="soft" title={dateTime(endedAtMs ?? orderedAtMs)}>
        {endedAtMs === null
          ? texts.ordered(ago(nowMs - orderedAtMs))
          : texts.state(state, ago(nowMs - endedAtMs), payout.operator)}
      </p>
      <Facts facts={facts} />
      {state === 'ordered' && networkName === null && onAct !== undefined ? <CardDetails id={id} /> : null}
      {state === 'ordered' && payout.mayBeHandedOver && onAct !== undefined ? (
        <Acts label={texts.acts(account)}>
          <Button kind="danger" onClick={() => onAct({ is: 'handOver', payout })}>
            {texts.handOver}
          </Button>
        </Acts>
      ) : null}
      {state !== 'ordered' || payout.adapter !== 'manual' || onAct === undefined ? null : (
        <Acts label={texts.acts(account)}>
          <Button kind="main" onClick={() => onAct({ is: 'paid', payout })}>
            {texts.paid}
          </Button>
          <Button kind="danger" onClick={() => onAct({ is: 'failed', payout })}>
            {texts.failed}
          </Button>
        </Acts>
      )}
    </section>
  );
}

/** Of what the exchange sends. */
function chainFacts({ adapter, sending, waitsFor, transaction }: PayoutShown, nowMs: number): readonly Fact[] {
  const waits: readonly Fact[] = waitsFor === null ? [] : [[texts.waits, texts.waitsFor[waitsFor]]];
  if (sending === null) return adapter === 'manual' ? [] : [[texts.sends, texts.adapters[adapter] ?? adapter], ...waits];
  const { state, wallet, nonce, transactions, maxFeeGwei, confirmations, needed, lookedAtMs } = sending;
  const depth = texts.chainSays[state](confirmations, needed);
  return [
    [texts.sends, texts.adapters[adapter] ?? adapter],
    [texts.chain, state === 'live' ? `${depth}, ${texts.asked(ago(nowMs - lookedAtMs))}` : depth],
    ...(transaction === sending.transaction ? [] : [[texts.transaction, <code key="sent">{sending.transaction}</code>] as const]),
    [
      texts.wallet,
      <>
        <code>{wallet}</code> {texts.nonce(nonce)}
      </>,
    ],
    [texts.gas, texts.gasOffered(maxFeeGwei, transactions - 1)],
  ];
}
