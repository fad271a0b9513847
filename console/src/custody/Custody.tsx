/** What is where the exchange keeps money, against the books: last counts and differences, what operators read off, and what is not people's. */
import type { CustodyCountShown, CustodyOwnShown, OperationResponse } from '@tessera/shared/operations';
import { useAct } from '../acts/useAct';
import { DoneDialog, type MarkedAlarm } from '../alarms/DoneDialog';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import type { PartProps } from '../parts';
import { Acts } from '../parts/Acts';
import { Button } from '../parts/Button';
import { Line, Lines } from '../parts/Lines';
import { PartTitle } from '../parts/PartTitle';
import { Table } from '../parts/Table';
import { mayAsk } from '../session/mayAsk';
import { custodyTexts as texts } from '../texts/custody';
import { CustodyDialog, type CustodyAct } from './CustodyDialog';
import { dayText } from './dayText';
import { Deposits, Differences } from './Differences';

type ToRead = OperationResponse<'custodyList'>['toRead'];

export function Custody({ operator }: PartProps) {
  const live = useLive('custodyList', {});
  const { act, setAct, close, done } = useAct<CustodyAct>(live);
  const marking = useAct<MarkedAlarm>(live);
  const onMark = mayAsk(operator.roles, 'alarmsDone') ? marking.setAct : undefined;
  const onAct = mayAsk(operator.roles, 'custodyRead') ? setAct : undefined;
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <p className="soft small">{texts.means}</p>
      <LiveView live={live}>
        {({ newest, differences, deposits, toRead, own }, { serverMs }) => (
          <>
            <Counts newest={newest} />
            <Differences differences={differences} nowMs={serverMs} onMark={onMark} />
            <Deposits deposits={deposits} nowMs={serverMs} onMark={onMark} />
            <Readings toRead={toRead} onAct={onAct} />
            <Own own={own} name={operator.name} onAct={onAct} />
          </>
        )}
      </LiveView>
      {act === undefined ? null : <CustodyDialog act={act} onClose={close} onDone={done} />}
      {marking.act === undefined ? null : <DoneDialog alarm={marking.act} onClose={marking.close} onDone={marking.done} />}
    </>
  );
}

function Counts({ newest }: { readonly newest: readonly CustodyCountShown[] }) {
  const unequal = newest.filter(({ difference }) => difference !== '0').length;
  return (
    <section className="card" aria-labelledby="counts">
      <h2 id="counts">{texts.counts}</h2>
      {newest.length === 0 ? (
        <p className="soft">{texts.noCounts}</p>
      ) : (
        <>
          <p className={unequal === 0 ? 'done' : 'problem'}>{unequal === 0 ? texts.equal : texts.unequal(unequal)}</p>
          <Table
            label={texts.counts}
            columns={texts.columns}
            rows={newest.map(({ rail, asset, day, found, booked, known, difference }) => ({
              key: `${rail} ${asset}`,
              title: texts.of(rail, asset),
              cells: [
                dayText(day),
                found,
                booked,
                known,
                difference === '0' ? difference : <strong key="difference">{difference}</strong>,
              ],
            }))}
          />
        </>
      )}
    </section>
  );
}

interface ActProps {
  readonly onAct: ((act: CustodyAct) => void) | undefined;
}

function Readings({ toRead, onAct }: ActProps & { readonly toRead: ToRead }) {
  return (
    <section className="card" aria-labelledby="to-read">
      <h2 id="to-read">{texts.toRead}</h2>
      {toRead.length === 0 ? <p className="soft">{texts.nothingToRead}</p> : null}
      <Lines>
        {toRead.map((one) => (
          <Line
            key={`${one.rail} ${one.asset}`}
            acts={
              onAct === undefined ? null : (
                <Acts label={texts.of(one.rail, one.asset)}>
                  <Button onClick={() => onAct({ is: 'read', ...one })}>{texts.read}</Button>
                </Acts>
              )
            }
          >
            <p>
              {texts.of(one.rail, one.asset)} <span className="soft small">{texts.readBy(one.readBy)}</span>
            </p>
          </Line>
        ))}
      </Lines>
    </section>
  );
}

function Own({ own, name, onAct }: ActProps & { readonly own: readonly CustodyOwnShown[]; readonly name: string }) {
  return (
    <section className="card" aria-labelledby="own">
      <h2 id="own">{texts.own}</h2>
      <p className="soft small">{texts.ownMeans}</p>
      {own.length === 0 ? (
        <p className="soft">{texts.noOwn}</p>
      ) : (
        <Table
          label={texts.own}
          columns={texts.ownColumns}
          rows={own.map((entry) => ({
            key: entry.id,
            title: texts.of(entry.rail, entry.asset),
            cells: [dayText(entry.day), entry.amount, entry.reason, entry.enteredBy, confirmedBy(entry)],
          }))}
        />
      )}
      {onAct === undefined ? null : (
        <Acts label={texts.own}>
          <Button onClick={() => onAct({ is: 'own' })}>{texts.enterOwn}</Button>
        </Acts>
      )}
    </section>
  );

  function confirmedBy(entry: CustodyOwnShown) {
    if (entry.confirmedBy !== null || onAct === undefined || entry.enteredBy === name) return entry.confirmedBy;
    return (
      <Button key="confirm" onClick={() => onAct({ is: 'confirm', entry })}>
        {texts.confirm}
      </Button>
    );
  }
}
