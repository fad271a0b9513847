import { useState } from 'react';
import { callOperation } from '../api/operations';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { Acts } from '../parts/Acts';
import { Button } from '../parts/Button';
import { PartTitle } from '../parts/PartTitle';
import { Row, Rows } from '../parts/Rows';
import { mayAsk } from '../session/mayAsk';
import type { SignedInOperator } from '../session/SignedInOperator';
import { hrefOf } from '../shell/address';
import { tell } from '../shell/notice';
import { merchantsTexts as texts } from '../texts/merchants';
import { FieldsDialog } from './FieldsDialog';
import { merchantFields, readMerchant } from './merchantFields';
import { MerchantEntries } from './MerchantEntries';
import { MerchantOrders } from './MerchantOrders';

export function MerchantList({ operator }: { readonly operator: SignedInOperator }) {
  const [isAdding, setIsAdding] = useState(false);
  const live = useLive('merchantsList', {});
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <p className="soft small">{texts.means}</p>
      <LiveView live={live}>
        {({ items, entries }, { serverMs }) => (
          <>
            <MerchantEntries entries={entries} nowMs={serverMs} name={operator.name} />
            {items.length === 0 ? <p className="note">{texts.none}</p> : null}
            <Rows label={texts.list}>
              {items.map(({ id, name, state, owed, limit, asset }) => (
                <Row
                  key={id}
                  href={hrefOf(['merchants', id])}
                  title={name}
                  mark={state === 'open' ? undefined : texts.states[state]}
                >
                  {texts.owes(owed, limit, asset)}
                </Row>
              ))}
            </Rows>
          </>
        )}
      </LiveView>
      {mayAsk(operator.roles, 'merchantsSave') ? (
        <Acts label={texts.acts}>
          <Button kind="main" onClick={() => setIsAdding(true)}>
            {texts.new}
          </Button>
        </Acts>
      ) : null}
      <MerchantOrders operator={operator} />
      {isAdding ? (
        <FieldsDialog
          title={texts.ask.new}
          confirm={texts.save}
          reasonHint={texts.reasonHint}
          fields={merchantFields()}
          act={(values, reason) => callOperation('merchantsSave', { ...readMerchant(values), reason })}
          onClose={() => setIsAdding(false)}
          onDone={() => {
            setIsAdding(false);
            tell(texts.done);
            live.refresh();
          }}
        />
      ) : null}
    </>
  );
}
