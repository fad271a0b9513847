/** Markets without prices that decide about loans: to be looked at, and marked as done. */
import { useState } from 'react';
import type { LoanAlarmShown } from '@tessera/shared/operations';
import { useAct } from '../acts/useAct';
import { DoneDialog, type MarkedAlarm } from '../alarms/DoneDialog';
import { DoneMark } from '../alarms/DoneMark';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import type { PartProps } from '../parts';
import { ChoiceField } from '../parts/ChoiceField';
import { Facts } from '../parts/Facts';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { mayAsk } from '../session/mayAsk';
import { ago } from '../texts/ago';
import { loansTexts as texts } from '../texts/loans';

type Shown = keyof typeof texts.shows;

export function LoanPrices({ operator }: PartProps) {
  const [state, setState] = useState<Shown>('open');
  const paging = usePaging(state);
  const live = useLive('loansAlarms', { state, ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }) });
  const { act, setAct, close, done } = useAct<MarkedAlarm>(live);
  const onMark = mayAsk(operator.roles, 'alarmsDone') ? setAct : undefined;
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
            {items.length === 0 ? <p className="note">{texts.nothing[state]}</p> : null}
            {items.map((alarm) => (
              <Alarm key={alarm.id} alarm={alarm} nowMs={serverMs} onMark={onMark} />
            ))}
            <Pager paging={paging} next={next} words={texts.nextPage} />
          </>
        )}
      </LiveView>
      {act === undefined ? null : <DoneDialog alarm={act} onClose={close} onDone={done} />}
    </>
  );
}

interface AlarmProps {
  readonly alarm: LoanAlarmShown;
  readonly nowMs: number;
  readonly onMark: ((alarm: MarkedAlarm) => void) | undefined;
}

function Alarm({ alarm: { id, symbol, lastAtMs, toldAtMs, endedAtMs, loans, done }, nowMs, onMark }: AlarmProps) {
  const title = texts.heading(symbol);
  return (
    <section className="card" aria-labelledby={`alarm-${id}`}>
      <h2 id={`alarm-${id}`}>{title}</h2>
      <p className="soft" title={dateTime(toldAtMs)}>
        {texts.told(ago(nowMs - toldAtMs))}
      </p>
      <Facts
        facts={[
          [texts.last, lastAtMs === null ? texts.lastNone : dateTime(lastAtMs)],
          [texts.loans, String(loans)],
          [texts.state, endedAtMs === null ? texts.goesOn : texts.ended(dateTime(endedAtMs))],
        ]}
      />
      <DoneMark
        title={title}
        done={done}
        nowMs={nowMs}
        onMark={onMark && (() => onMark({ kind: 'loan_price', ref: id, seen: String(loans), title }))}
      />
    </section>
  );
}
