/** The frame around every part: where one can go, who one is, and how to leave. */
import { useEffect, useRef, useState } from 'react';
import { KeysHelp } from '../keys/KeysHelp';
import { useKeys } from '../keys/useKeys';
import { partsFor } from '../parts';
import { Button } from '../parts/Button';
import { clockMinute } from '../parts/times';
import type { SignedInOperator } from '../session/SignedInOperator';
import { useIdleStage } from '../session/useIdleStage';
import { shellTexts as texts } from '../texts/shell';
import { useAddress } from './address';
import { Nav } from './Nav';
import { tell, useNotice } from './notice';
import styles from './Shell.module.css';

export interface ShellProps {
  readonly operator: SignedInOperator;
  readonly onLeave: () => void;
  readonly onIdle: () => void;
}

export function Shell({ operator, onLeave, onIdle }: ShellProps) {
  const parts = partsFor(operator.roles);
  const [path = parts[0]?.path, ...rest] = useAddress();
  const part = parts.find((one) => one.path === path);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const idle = useIdleStage();
  useKeys({ '?': () => setIsHelpOpen(true) });

  useEffect(() => {
    if (idle === 'over') onIdle();
  }, [idle, onIdle]);

  return (
    <div className={styles['shell']}>
      <title>{part === undefined ? texts.title : `${part.title} · ${texts.title}`}</title>
      <a
        className={styles['skip']}
        href="#content"
        onClick={(event) => {
          // The address says where one is, so it must not become "#content".
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {texts.skip}
      </a>
      <header className={styles['header']}>
        <p className={styles['brand']}>{texts.title}</p>
        <p className={styles['operator']}>
          {texts.signedInAs(operator.name)} <span className="soft">{texts.until(clockMinute(operator.endsAtMs))}</span>
        </p>
        <div className={styles['acts']}>
          <Button onClick={() => setIsHelpOpen(true)}>{texts.keys}</Button>
          <Button onClick={onLeave}>{texts.leave}</Button>
        </div>
      </header>
      <Nav parts={parts} path={part?.path} />
      <main className={styles['main']} id="content" tabIndex={-1}>
        <Notice />
        <div role="alert">
          {idle === 'soon' ? (
            <div className={`problem ${styles['notice']}`}>
              <p>{texts.idle.soon}</p>
              {/* The click itself is what was done. */}
              <Button>{texts.idle.stay}</Button>
            </div>
          ) : null}
        </div>
        {part === undefined ? (
          <p className="note">{parts.length === 0 ? texts.nothingForRoles : texts.notFound}</p>
        ) : (
          <PartBody key={[part.path, ...rest].join('/')}>
            <part.Page operator={operator} rest={rest} />
          </PartBody>
        )}
      </main>
      {isHelpOpen ? <KeysHelp onClose={() => setIsHelpOpen(false)} /> : null}
    </div>
  );
}

/** What is opened is read from its heading on. */
function PartBody({ children }: { readonly children: React.ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('h1')?.focus();
  }, []);
  return (
    <div ref={body} className={styles['part']}>
      {children}
    </div>
  );
}

function Notice() {
  const notice = useNotice();
  return (
    <div role="status">
      {notice === '' ? null : (
        <div className={`done ${styles['notice']}`}>
          <p>{notice}</p>
          <Button label={texts.closeNotice} onClick={() => tell('')}>
            ×
          </Button>
        </div>
      )}
    </div>
  );
}
