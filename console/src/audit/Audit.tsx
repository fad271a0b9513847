/** Who did what: what changed something, chained by hashes, or every call. */
import { useState } from 'react';
import type { OperationResponse } from '@tessera/shared/operations';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import { Field } from '../parts/Field';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { auditTexts as texts } from '../texts/audit';
import styles from './Audit.module.css';

type Of = 'changes' | 'calls';
type Entry = OperationResponse<'auditList'>['items'][number];

export function Audit() {
  const [of, setOf] = useState<Of>('changes');
  const [operator, setOperator] = useState('');
  const [about, setAbout] = useState('');
  const filter = {
    of,
    ...(operator.trim() === '' ? {} : { operator: operator.trim() }),
    ...(about.trim().length < 3 ? {} : { about: about.trim() }),
  };
  const paging = usePaging(JSON.stringify(filter));
  const live = useLive('auditList', { ...filter, ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }) });
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <div className="filters" role="search" aria-label={texts.filter}>
        <Field label={texts.of}>
          <select value={of} onChange={({ target }) => setOf(target.value as Of)}>
            <option value="changes">{texts.changes}</option>
            <option value="calls">{texts.calls}</option>
          </select>
        </Field>
        <Field label={texts.operator}>
          <input value={operator} onChange={({ target }) => setOperator(target.value)} maxLength={40} autoCapitalize="none" />
        </Field>
        <Field label={texts.about} hint={texts.aboutHint}>
          <input value={about} onChange={({ target }) => setAbout(target.value)} maxLength={100} autoCapitalize="none" />
        </Field>
      </div>
      <LiveView live={live}>
        {({ items, next }) => (
          <>
            {items.length === 0 ? <p className="note">{texts.none}</p> : null}
            <ol className={styles['entries']}>
              {items.map((entry) => (
                <AuditEntry key={entry.id} entry={entry} />
              ))}
            </ol>
            <Pager paging={paging} next={next} />
          </>
        )}
      </LiveView>
    </>
  );
}

function AuditEntry({ entry: { id, atMs, operator, action, subject, details } }: { readonly entry: Entry }) {
  return (
    <li className={styles['entry']}>
      <p>
        <strong>{operator}</strong>
        <br />
        <time className="soft small" dateTime={new Date(atMs).toISOString()}>
          {dateTime(atMs)}
        </time>
      </p>
      <div>
        <p>
          <span className="code">{action}</span> {subject} <span className="soft small">#{id}</span>
        </p>
        {details === '' || details === '{}' ? null : <p className="soft small code">{details}</p>}
      </div>
    </li>
  );
}
