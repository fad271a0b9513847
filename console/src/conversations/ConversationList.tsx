import { useState } from 'react';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import { ChoiceField } from '../parts/ChoiceField';
import { PartTitle } from '../parts/PartTitle';
import { Row, Rows } from '../parts/Rows';
import { hrefOf } from '../shell/address';
import { ago } from '../texts/ago';
import { conversationsTexts as texts } from '../texts/conversations';
import styles from './Conversations.module.css';

export function ConversationList() {
  const [state, setState] = useState<keyof typeof texts.states>('waiting');
  const paging = usePaging(state);
  const live = useLive('conversationsList', { state, ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }) });
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <div className="filters" role="search" aria-label={texts.filter}>
        <ChoiceField label={texts.state} value={state} choices={texts.states} onChoose={setState} />
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
