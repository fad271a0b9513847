import { Line, Lines } from '../parts/Lines';
import { dateTime } from '../parts/times';
import { incidentsTexts as texts } from '../texts/incidents';
import type { Seen } from './Incidents';
import { Sums } from './Sums';

/** What is published, and halts that are over. */
export function Past({ halts, incidents }: Pick<Seen, 'halts' | 'incidents'>) {
  return (
    <>
      <section className="card" aria-labelledby="published">
        <h2 id="published">{texts.published}</h2>
        {incidents.length === 0 ? <p className="soft">{texts.noPublished}</p> : null}
        <Lines>
          {incidents.map(({ id, symbol, reason, fromMs, toMs, publishedAtMs, sums }) => (
            <Line key={id}>
              <p>
                <strong>{symbol}</strong> {texts.interval(dateTime(fromMs), dateTime(toMs))}{' '}
                <span className="soft small">{texts.publishedAt(dateTime(publishedAtMs))}</span>
              </p>
              <p>{reason}</p>
              {sums === null || sums.length === 0 ? null : <Sums sums={sums} />}
            </Line>
          ))}
        </Lines>
      </section>
      <section className="card" aria-labelledby="past-halts">
        <h2 id="past-halts">{texts.pastHalts}</h2>
        {halts.length === 0 ? <p className="soft">{texts.noPastHalts}</p> : null}
        <Lines>
          {halts.map(({ id, symbol, reason, fromMs, untilMs, resumedBy }) => (
            <Line key={id}>
              <p>
                <strong>{symbol}</strong>{' '}
                <span className="soft small">{texts.over(dateTime(fromMs), dateTime(untilMs ?? fromMs), resumedBy ?? '')}</span>
              </p>
              <p>{reason}</p>
            </Line>
          ))}
        </Lines>
      </section>
    </>
  );
}
