/** The addresses of one network: which are free, whose the others are, and which a second operator has to enter. */
import type { OperationResponse } from '@tessera/shared/operations';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import { Back } from '../parts/Back';
import { Line, Lines } from '../parts/Lines';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import type { SignedInOperator } from '../session/SignedInOperator';
import { hrefOf } from '../shell/address';
import { addressesTexts as texts } from '../texts/addresses';
import { ago } from '../texts/ago';
import { EnterAddresses } from './EnterAddresses';

type Listed = OperationResponse<'addressesList'>['items'][number];

export function NetworkPage({ network, operator }: { readonly network: string; readonly operator: SignedInOperator }) {
  const paging = usePaging(network);
  const stock = useLive('addressesStock', {});
  const list = useLive('addressesList', { network, ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }) });
  const networks = stock.latest?.value.networks ?? [];
  const own = networks.find((one) => one.network === network);
  return (
    <>
      <Back to={['addresses']}>{texts.back}</Back>
      <PartTitle>{own?.name ?? network}</PartTitle>
      <LiveView live={stock}>
        {() =>
          own === undefined ? null : (
            <>
              <p>{texts.stock(own)}</p>
              {own.isLow ? <p className="problem">{texts.low(own.free)}</p> : null}
            </>
          )
        }
      </LiveView>
      <EnterAddresses
        operator={operator}
        networks={networks}
        network={network}
        onEntered={() => {
          stock.refresh();
          list.refresh();
        }}
      />
      <section className="card" aria-labelledby="listed">
        <h2 id="listed">{texts.listed}</h2>
        <LiveView live={list}>
          {({ items, next }, { serverMs }) => (
            <>
              {items.length === 0 ? <p className="soft">{texts.nothingListed}</p> : null}
              <Lines>
                {items.map((one) => (
                  <ListedAddress key={one.id} listed={one} nowMs={serverMs} />
                ))}
              </Lines>
              <Pager paging={paging} next={next} words={texts.nextPage} />
            </>
          )}
        </LiveView>
      </section>
    </>
  );
}

function ListedAddress({
  listed: { address, addedBy, addedAtMs, confirmedBy, userId, givenAtMs },
  nowMs,
}: {
  readonly listed: Listed;
  readonly nowMs: number;
}) {
  return (
    <Line>
      <code className="code">{address}</code>
      <p title={givenAtMs === null ? undefined : dateTime(givenAtMs)}>
        {userId === null ? (
          texts.state[confirmedBy === null ? 'unconfirmed' : 'free']
        ) : (
          <>
            {texts.state.given}
            <a href={hrefOf(['users', userId])}>{userId}</a>
            {givenAtMs === null ? null : `, ${ago(nowMs - givenAtMs)}`}
          </>
        )}
      </p>
      <p className="soft small" title={dateTime(addedAtMs)}>
        {texts.entered(ago(nowMs - addedAtMs), addedBy, confirmedBy)}
      </p>
    </Line>
  );
}
