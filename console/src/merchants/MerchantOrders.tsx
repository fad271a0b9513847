/** Orders, open ones first: what is paid has a review, and can be disputed for the merchant. */
import { useState } from 'react';
import type { MerchantOrder } from '@tessera/shared/operations';
import { ActDialog } from '../acts/ActDialog';
import { callOperation } from '../api/operations';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import { Acts } from '../parts/Acts';
import { Button } from '../parts/Button';
import { ChoiceField } from '../parts/ChoiceField';
import { Line, Lines } from '../parts/Lines';
import { dateTime } from '../parts/times';
import { mayAsk } from '../session/mayAsk';
import type { SignedInOperator } from '../session/SignedInOperator';
import { hrefOf } from '../shell/address';
import { tell } from '../shell/notice';
import { ago } from '../texts/ago';
import { merchantsTexts as texts } from '../texts/merchants';

type Shown = keyof typeof texts.shows;

export function MerchantOrders({ operator, merchantId }: { readonly operator: SignedInOperator; readonly merchantId?: string }) {
  const [state, setState] = useState<Shown>('open');
  const [disputed, setDisputed] = useState<MerchantOrder>();
  const paging = usePaging(`${merchantId ?? ''} ${state}`);
  const live = useLive('merchantsOrders', {
    state,
    ...(merchantId === undefined ? {} : { merchantId }),
    ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }),
  });
  const onDispute = mayAsk(operator.roles, 'merchantsDispute') ? setDisputed : undefined;
  return (
    <section className="card" aria-labelledby="orders">
      <h2 id="orders">{state === 'open' ? texts.orders : texts.allOrders}</h2>
      <ChoiceField label={texts.showOrders} value={state} choices={texts.shows} onChoose={setState} />
      <LiveView live={live}>
        {({ items, next }, { serverMs }) => (
          <>
            {items.length === 0 ? <p className="soft">{texts.noOrders}</p> : null}
            <Lines>
              {items.map((order) => (
                <OrderLine key={order.number} order={order} nowMs={serverMs} onDispute={onDispute} />
              ))}
            </Lines>
            <Pager paging={paging} next={next} words={texts.nextPage} />
          </>
        )}
      </LiveView>
      {disputed === undefined ? null : (
        <ActDialog
          kind="danger"
          title={texts.ask.dispute(disputed.number)}
          confirm={texts.disputeNow}
          reasonHint={texts.disputeHint}
          act={(reason) => callOperation('merchantsDispute', { number: disputed.number, reason })}
          onClose={() => setDisputed(undefined)}
          onDone={() => {
            setDisputed(undefined);
            tell(texts.done);
            live.refresh();
          }}
        />
      )}
    </section>
  );
}

function OrderLine({
  order,
  nowMs,
  onDispute,
}: {
  readonly order: MerchantOrder;
  readonly nowMs: number;
  readonly onDispute: ((order: MerchantOrder) => void) | undefined;
}) {
  const { number, merchant, amount, asset, fiatAmount, currency, way, status, atMs, dispute, reviewId, userId } = order;
  return (
    <Line
      acts={
        status !== 'paid' || onDispute === undefined ? null : (
          <Acts label={number}>
            <Button kind="danger" onClick={() => onDispute(order)}>
              {texts.dispute}
            </Button>
          </Acts>
        )
      }
    >
      <p>
        <strong>{number}</strong> {texts.order(amount, asset, fiatAmount, currency)}
      </p>
      <p className="soft small" title={dateTime(atMs)}>
        {texts.orderAt(status, ago(nowMs - atMs))}, {merchant}, {way}, {userId}
      </p>
      {dispute === null ? null : <p className="problem">{dispute}</p>}
      {reviewId === null ? null : <a href={hrefOf(['reviews', reviewId])}>{texts.review}</a>}
    </Line>
  );
}
