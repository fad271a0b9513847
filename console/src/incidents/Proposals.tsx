import { Button } from '../parts/Button';
import { Line, Lines } from '../parts/Lines';
import { clockMinute, dateTime } from '../parts/times';
import { incidentsTexts as texts } from '../texts/incidents';
import type { IncidentAct } from './IncidentDialog';
import type { Seen } from './Incidents';

/** What one operator wants, and another decides. */
export function Proposals({
  proposals,
  operatorName,
  mayDecide,
  onAct,
}: Pick<Seen, 'proposals'> & {
  readonly operatorName: string;
  readonly mayDecide: boolean;
  readonly onAct: (act: IncidentAct) => void;
}) {
  return (
    <section className="card" aria-labelledby="proposals">
      <h2 id="proposals">{texts.proposals}</h2>
      {proposals.length === 0 ? <p className="soft">{texts.noProposals}</p> : null}
      <Lines>
        {proposals.map(({ id, symbol, reason, by, operator, fromMs, toMs, expiresAtMs }) => (
          <Line
            key={id}
            acts={
              mayDecide ? (
                <>
                  {operator === operatorName ? null : (
                    <Button kind="main" onClick={() => onAct({ is: 'confirm', id, symbol, fromMs, toMs, reason })}>
                      {texts.confirm}
                    </Button>
                  )}
                  <Button kind="danger" onClick={() => onAct({ is: 'reject', id, symbol })}>
                    {texts.reject}
                  </Button>
                </>
              ) : null
            }
          >
            <p>
              <strong>{symbol}</strong> {texts.interval(dateTime(fromMs), dateTime(toMs))}{' '}
              <span className="soft small">{texts.proposedBy(operator, by, clockMinute(expiresAtMs))}</span>
            </p>
            <p>{reason}</p>
            {operator === operatorName ? <p className="soft small">{texts.own}</p> : null}
          </Line>
        ))}
      </Lines>
    </section>
  );
}
