import type { OperationResponse } from '@tessera/shared/operations';
import { dateTime } from '../parts/times';
import { ago } from '../texts/ago';
import { reviewsTexts as texts } from '../texts/reviews';
import styles from './Decisions.module.css';

/** Who decided what, oldest first. */
export function Decisions({
  decisions,
  nowMs,
}: {
  readonly decisions: OperationResponse<'reviewsGet'>['decisions'];
  readonly nowMs: number;
}) {
  return (
    <section className="card" aria-labelledby="decisions">
      <h2 id="decisions">{texts.decisions}</h2>
      {decisions.length === 0 ? <p className="soft">{texts.noDecisions}</p> : null}
      <ol className={styles['decisions']}>
        {decisions.map(({ operator, verdict, reason, fields, atMs }) => (
          <li key={operator}>
            <strong>{operator}</strong> {texts.decided(verdict)}{' '}
            <time className="soft small" dateTime={new Date(atMs).toISOString()} title={dateTime(atMs)}>
              {ago(nowMs - atMs)}
            </time>
            {reason === '' ? null : <p>{reason}</p>}
            {fields.length === 0 ? null : (
              <p className="soft small">{texts.fieldsAgain(fields.map((field) => texts.fields[field] ?? field).join(', '))}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
