import { useState } from 'react';
import type { OperationResponse, ReviewShown } from '@tessera/shared/operations';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import { Field } from '../parts/Field';
import { ChoiceField } from '../parts/ChoiceField';
import { PartTitle } from '../parts/PartTitle';
import { RowLink, Rows } from '../parts/Rows';
import { dateTime } from '../parts/times';
import { figure } from '../parts/figure';
import { hrefOf } from '../shell/address';
import { ago } from '../texts/ago';
import { reviewsTexts as texts } from '../texts/reviews';
import { kindShown } from './reviewKinds';
import styles from './ReviewList.module.css';

type State = OperationResponse<'reviewsDecide'>['state'];

export function ReviewList() {
  const [state, setState] = useState<State>('pending');
  const [person, setPerson] = useState('');
  const filter = { state, ...(/^[1-9]\d{7}$/.test(person.trim()) ? { userId: person.trim() } : {}) };
  const paging = usePaging(JSON.stringify(filter));
  const live = useLive('reviewsList', { ...filter, ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }) });
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <div className="filters" role="search" aria-label={texts.filter}>
        <ChoiceField label={texts.state} value={state} choices={texts.states} onChoose={setState} />
        <Field label={texts.person} hint={texts.personHint}>
          <input value={person} onChange={({ target }) => setPerson(target.value)} inputMode="numeric" maxLength={8} />
        </Field>
      </div>
      <LiveView live={live}>
        {({ items, next }, { serverMs }) => (
          <>
            {items.length === 0 ? (
              <p className="note">{state === 'pending' && person === '' ? texts.nothingWaits : texts.nothingFound}</p>
            ) : null}
            <Rows label={texts.title}>
              {items.map((review) => (
                <Row key={review.id} review={review} nowMs={serverMs} />
              ))}
            </Rows>
            <Pager paging={paging} next={next} words={texts.nextPage} />
          </>
        )}
      </LiveView>
    </>
  );
}

function Row({ review, nowMs }: { readonly review: ReviewShown; readonly nowMs: number }) {
  const { id, kind, userId, account, amount, asset, approvalsNeeded, approvedBy, openedAtMs, state, endedAtMs } = review;
  return (
    <RowLink href={hrefOf(['reviews', id])} layout={styles['row']}>
      <strong>{kindShown(kind).title}</strong>
      <span>
        {account} <span className="soft small">{userId}</span>
      </span>
      <span className={styles['amount']}>{amount === null ? '' : `${figure(amount)} ${asset ?? ''}`}</span>
      <span className={styles['eyes']}>{texts.approvals(approvedBy.length, approvalsNeeded, approvedBy)}</span>
      <time className="soft" dateTime={new Date(openedAtMs).toISOString()} title={dateTime(openedAtMs)}>
        {endedAtMs === null ? texts.waiting(ago(nowMs - openedAtMs)) : texts.ended(state, ago(nowMs - endedAtMs))}
      </time>
    </RowLink>
  );
}
