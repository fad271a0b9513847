import { Button } from '../parts/Button';
import { Line, Lines } from '../parts/Lines';
import { dateTime } from '../parts/times';
import { incidentsTexts as texts } from '../texts/incidents';
import type { IncidentAct } from './IncidentDialog';
import type { Seen } from './Incidents';

/** In force. */
export function Halts({
  halts,
  mayResume,
  onAct,
}: Pick<Seen, 'halts'> & { readonly mayResume: boolean; readonly onAct: (act: IncidentAct) => void }) {
  return (
    <section className="card" aria-labelledby="halts">
      <h2 id="halts">{texts.halts}</h2>
      {halts.length === 0 ? <p className="soft">{texts.noHalts}</p> : null}
      <Lines>
        {halts.map(({ id, symbol, reason, by, operator, fromMs }) => (
          <Line
            key={id}
            acts={
              mayResume ? (
                <Button label={`${texts.resume} ${symbol}`} onClick={() => onAct({ is: 'resume', symbol })}>
                  {texts.resume}
                </Button>
              ) : null
            }
          >
            <p>
              <strong>{symbol}</strong> <span className="soft small">{texts.haltedSince(dateTime(fromMs), by, operator)}</span>
            </p>
            <p>{reason}</p>
          </Line>
        ))}
      </Lines>
    </section>
  );
}
