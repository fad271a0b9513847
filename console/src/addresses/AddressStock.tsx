import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { PartTitle } from '../parts/PartTitle';
import { Row, Rows } from '../parts/Rows';
import type { SignedInOperator } from '../session/SignedInOperator';
import { hrefOf } from '../shell/address';
import { addressesTexts as texts } from '../texts/addresses';
import { EnterAddresses } from './EnterAddresses';

/** By network: what is left to be given to people. */
export function AddressStock({ operator }: { readonly operator: SignedInOperator }) {
  const live = useLive('addressesStock', {});
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <p className="soft small">{texts.means}</p>
      <LiveView live={live}>
        {({ networks }) => (
          <>
            {networks.length === 0 ? <p className="note">{texts.noNetworks}</p> : null}
            <Rows label={texts.networks}>
              {networks.map(({ network, name, isLow, ...stock }) => (
                <Row
                  key={network}
                  href={hrefOf(['addresses', network])}
                  title={name}
                  mark={isLow ? texts.low(stock.free) : undefined}
                >
                  {texts.stock(stock)}
                </Row>
              ))}
            </Rows>
          </>
        )}
      </LiveView>
      <EnterAddresses operator={operator} networks={live.latest?.value.networks ?? []} onEntered={live.refresh} />
    </>
  );
}
