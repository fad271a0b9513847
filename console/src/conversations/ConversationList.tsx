import { useState } from 'react';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import { Field } from '../parts/Field';
import { PartTitle } from '../parts/PartTitle';
import { Row, Rows } from '../parts/Rows';
import { hrefOf } from '../shell/address';
import { ago } from '../texts/ago';
import { conversationsTexts as texts } from '../texts/conversations';
import styles from './Conversations.module.css';

const states = ['waiting', 'any'] as const;

export function ConversationList() {
  const [state, setState] = useState<(typeof states)[number]>('waiting');
  const paging = usePaging(state);
  const live = useLive('conversationsList', { state, ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }) });
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <div className="filters" role="search" aria-label={texts.filter}>
        <Field label={texts.state}>
          <select value={state} onChange={({ target }) => setState(target.value as typeof state)}>
            {states.map((one) => (
              <option key={one} value={one}>
                {texts.states[one]}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <LiveView live={live}>
        {({ items, next }, { serverMs }) => (
          <>
            {items.length === 0 ? <p className="note">{state === 'waiting' ? texts.nothingWaits : texts.nothing}</p> : null}
            <Rows label={texts.title}>
              {items.map(({ userId, account, unread, waitingSinceMs, last }) => (
                <Row
                  key={userId}
                  href={hrefOf(['conversations', userId])}
                  title={account}
                  mark={
                    <>
                      {texts.unread(unread)}
                      {waitingSinceMs === null ? texts.waitsNot : texts.asked(ago(serverMs - waitingSinceMs))}
                    </>
                  }
                >
                  <span className={styles['last']} dir="auto">
                    {last.text ?? texts.picture}
                  </span>
                </Row>
              ))}
            </Rows>
            <Pager paging={paging} next={next} words={texts.nextPage} />
          </>
        )}
      </LiveView>
    </>
  );
}
