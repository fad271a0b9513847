/** Where the card gateway and the book do not agree: to be compared and mended at the gateway. */
import type { GatewayAlarmShown } from '@tessera/shared/operations';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import { Facts, type Fact } from '../parts/Facts';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { ago } from '../texts/ago';
import { cardPaymentsTexts as texts } from '../texts/cardPayments';

export function CardPayments() {
  const paging = usePaging('alarms');
  const live = useLive('gatewayAlarms', paging.cursor === undefined ? {} : { cursor: paging.cursor });
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <p className="soft small">{texts.means}</p>
      <LiveView live={live}>
        {({ items, next }, { serverMs }) => (
          <>
            {items.length === 0 ? <p className="note">{texts.nothing}</p> : null}
            {items.map((alarm) => (
              <Alarm key={alarm.id} alarm={alarm} nowMs={serverMs} />
            ))}
            <Pager paging={paging} next={next} words={texts.nextPage} />
          </>
        )}
      </LiveView>
    </>
  );
}

function Alarm({ alarm, nowMs }: { readonly alarm: GatewayAlarmShown; readonly nowMs: number }) {
  const { id, reason, subject, detail, topUp, userId, times, firstAtMs, lastAtMs } = alarm;
  const facts: Fact[] = [
    [topUp === null ? texts.about : texts.topUp, <code key="about">{topUp ?? subject}</code>],
    ...(userId === null ? [] : [[texts.person, userId] as const]),
    [texts.said, detail],
  ];
  return (
    <section className="card" aria-labelledby={`alarm-${id}`}>
      <h2 id={`alarm-${id}`}>{texts.reasons[reason]}</h2>
      <p className="soft" title={dateTime(lastAtMs)}>
        {texts.when(texts.times(times), ago(nowMs - firstAtMs), ago(nowMs - lastAtMs))}
      </p>
      <Facts facts={facts} />
    </section>
  );
}
