/** One merchant: what waits for a second operator, what he owes, how he is paid, what he offers, his orders. */
import type { MerchantOffer, MerchantWay, OperationResponse } from '@tessera/shared/operations';
import { useAct } from '../acts/useAct';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { Acts } from '../parts/Acts';
import { Back } from '../parts/Back';
import { Button } from '../parts/Button';
import { Facts } from '../parts/Facts';
import { percent } from '../parts/figure';
import { Line, Lines } from '../parts/Lines';
import { PartTitle } from '../parts/PartTitle';
import { mayAsk } from '../session/mayAsk';
import type { SignedInOperator } from '../session/SignedInOperator';
import { merchantsTexts as texts } from '../texts/merchants';
import { MerchantDialog, type MerchantAct } from './MerchantDialog';
import { MerchantEntries } from './MerchantEntries';
import { MerchantOrders } from './MerchantOrders';

type Whole = OperationResponse<'merchantsGet'>;

export function MerchantPage({ id, operator }: { readonly id: string; readonly operator: SignedInOperator }) {
  const live = useLive('merchantsGet', { id });
  const { act, setAct, close, done } = useAct<MerchantAct>(live);
  const onAct = mayAsk(operator.roles, 'merchantsSave') ? setAct : undefined;
  const whole = live.latest?.value;
  return (
    <>
      <Back to={['merchants']}>{texts.back}</Back>
      <PartTitle>{whole?.merchant.name ?? texts.title}</PartTitle>
      <LiveView live={live}>
        {(shown, { serverMs }) => (
          <>
            <MerchantEntries entries={shown.entries} nowMs={serverMs} name={operator.name} onAct={onAct} isOfOne />
            <Shown whole={shown} onAct={onAct} />
          </>
        )}
      </LiveView>
      <MerchantOrders operator={operator} merchantId={id} />
      {act === undefined || whole === undefined ? null : <MerchantDialog act={act} whole={whole} onClose={close} onDone={done} />}
    </>
  );
}

type OnAct = ((act: MerchantAct) => void) | undefined;

function Shown({ whole: { merchant, ways, offers }, onAct }: { readonly whole: Whole; readonly onAct: OnAct }) {
  const { asset, state, limit, owed, held, completed, completionRate } = merchant;
  return (
    <>
      <Facts
        facts={[
          [texts.state, texts.states[state]],
          [texts.limit, `${limit} ${asset}`],
          [texts.owed, `${owed} ${asset}`],
          [texts.held, `${held} ${asset}`],
          [texts.completed, String(completed)],
          [texts.rate, completionRate === null ? texts.noRate : percent(completionRate)],
        ]}
      />
      {onAct === undefined ? null : (
        <Acts label={texts.acts}>
          <Button onClick={() => onAct({ is: 'change' })}>{texts.change}</Button>
          <Button onClick={() => onAct({ is: 'way' })}>{texts.addWay}</Button>
          <Button onClick={() => onAct({ is: 'offer', offer: undefined })}>{texts.addOffer}</Button>
          <Button onClick={() => onAct({ is: 'settle' })}>{texts.settle}</Button>
        </Acts>
      )}
      <section className="card" aria-labelledby="ways">
        <h2 id="ways">{texts.ways}</h2>
        {ways.length === 0 ? <p className="soft">{texts.noWays}</p> : null}
        <Lines>
          {ways.map((way) => (
            <WayLine key={way.id} way={way} onAct={onAct} />
          ))}
        </Lines>
      </section>
      <section className="card" aria-labelledby="offers">
        <h2 id="offers">{texts.offers}</h2>
        {offers.length === 0 ? <p className="soft">{texts.noOffers}</p> : null}
        <Lines>
          {offers.map((offer) => (
            <OfferLine key={offer.id} offer={offer} asset={asset} onAct={onAct} />
          ))}
        </Lines>
      </section>
    </>
  );
}

function WayLine({ way, onAct }: { readonly way: MerchantWay; readonly onAct: OnAct }) {
  const name = texts.way(way.name, way.currency, way.masked);
  return (
    <Line
      acts={
        onAct === undefined || way.isRetired ? null : (
          <Acts label={name}>
            <Button kind="danger" onClick={() => onAct({ is: 'retire', way })}>
              {texts.retire}
            </Button>
          </Acts>
        )
      }
    >
      <p>
        {name} {way.isRetired ? <span className="soft small">{texts.retired}</span> : null}
      </p>
      <p className="soft small">{texts.entered(way.addedBy, way.confirmedBy)}</p>
    </Line>
  );
}

function OfferLine({ offer, asset, onAct }: { readonly offer: MerchantOffer; readonly asset: string; readonly onAct: OnAct }) {
  const { price, currency, min, max, available, minutes, version, state } = offer;
  const name = texts.offer(price, currency, asset);
  return (
    <Line
      acts={
        onAct === undefined || state === 'closed' ? null : (
          <Acts label={name}>
            <Button onClick={() => onAct({ is: 'offer', offer })}>{texts.changeOffer}</Button>
          </Acts>
        )
      }
    >
      <p>
        {name} {state === 'open' ? null : <span className="soft small">{texts.states[state]}</span>}
      </p>
      <p className="soft small">{texts.bounds(min, max, available, minutes, version)}</p>
    </Line>
  );
}
