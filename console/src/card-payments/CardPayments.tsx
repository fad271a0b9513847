/** Where the card gateway and the book do not agree: to be compared and mended at the gateway, and marked as done. */
import { useState } from 'react';
import type { GatewayAlarmShown } from '@tessera/shared/operations';
import { useAct } from '../acts/useAct';
import { DoneDialog, type MarkedAlarm } from '../alarms/DoneDialog';
import { DoneMark } from '../alarms/DoneMark';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import type { PartProps } from '../parts';
import { ChoiceField } from '../parts/ChoiceField';
import { Facts, type Fact } from '../parts/Facts';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { mayAsk } from '../session/mayAsk';
import { ago } from '../texts/ago';
import { cardPaymentsTexts as texts } from '../texts/cardPayments';

type Shown = keyof typeof texts.shows;

export function CardPayments({ operator }: PartProps) {
  const [state, setState] = useState<Shown>('open');
  const paging = usePaging(state);
  const live = useLive('gatewayAlarms', { state, ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }) });
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
  readonly alarm: GatewayAlarmShown;
  readonly nowMs: number;
  readonly onMark: ((alarm: MarkedAlarm) => void) | undefined;
}

function Alarm({ alarm, nowMs, onMark }: AlarmProps) {
  const { id, reason, subject, detail, topUp, userId, times, firstAtMs, lastAtMs, done } = alarm;
  const title = texts.reasons[reason];
  const facts: Fact[] = [
    [topUp === null ? texts.about : texts.topUp, <code key="about">{topUp ?? subject}</code>],
    ...(userId === null ? [] : [[texts.person, userId] as const]),
    [texts.said, detail],
  ];
  return (
    <section className="card" aria-labelledby={`alarm-${id}`}>
      <h2 id={`alarm-${id}`}>{title}</h2>
      <p className="soft" title={dateTime(lastAtMs)}>
        {texts.when(texts.times(times), ago(nowMs - firstAtMs), ago(nowMs - lastAtMs))}
      </p>
      <Facts facts={facts} />
      <DoneMark
        title={title}
        done={done}
        nowMs={nowMs}
        onMark={onMark && (() => onMark({ kind: 'gateway', ref: id, seen: String(times), title }))}
      />
    </section>
  );
}
