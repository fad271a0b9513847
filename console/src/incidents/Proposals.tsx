import { Button } from '../parts/Button';
import { clockMinute, dateTime } from '../parts/times';
import { incidentsTexts as texts } from '../texts/incidents';
import styles from './Incidents.module.css';
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
      <ul className={styles['list']}>
        {proposals.map(({ id, symbol, reason, by, operator, fromMs, toMs, expiresAtMs }) => (
          <li key={id}>
            <div>
              <p>
                <strong>{symbol}</strong> {texts.interval(dateTime(fromMs), dateTime(toMs))}{' '}
                <span className="soft small">{texts.proposedBy(operator, by, clockMinute(expiresAtMs))}</span>
              </p>
              <p>{reason}</p>
              {operator === operatorName ? <p className="soft small">{texts.own}</p> : null}
            </div>
            {mayDecide ? (
              <div className={styles['acts']}>
                {operator === operatorName ? null : (
                  <Button kind="main" onClick={() => onAct({ is: 'confirm', id, symbol, fromMs, toMs, reason })}>
                    {texts.confirm}
                  </Button>
                )}
                <Button kind="danger" onClick={() => onAct({ is: 'reject', id, symbol })}>
                  {texts.reject}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
