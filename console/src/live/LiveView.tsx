/** What a live question answered: a skeleton before the first answer, why there is none, and of when it is once it is old. */
import type { ReactNode } from 'react';
import type { Answered } from '../api/operations';
import { Button } from '../parts/Button';
import { clockTime } from '../parts/times';
import { liveTexts as texts } from '../texts/live';
import { problemText } from '../texts/problemText';
import styles from './LiveView.module.css';
import type { Live } from './useRepeated';

export function LiveView<Value>({
  live: { latest, isPresent, problem, refresh },
  children,
}: {
  readonly live: Live<Value>;
  readonly children: (value: Value, at: Pick<Answered<Value>, 'serverMs'>) => ReactNode;
}) {
  return (
    <>
      <p className={styles['asOf']}>{latest !== undefined && isPresent ? texts.asOf(clockTime(latest.serverMs)) : ' '}</p>
      <div role="alert">
        {problem === undefined ? null : (
          <div className={`problem ${styles['problem']}`}>
            <p>
              {problemText(problem)} {latest === undefined ? '' : texts.old(clockTime(latest.serverMs))}
            </p>
            <Button onClick={refresh}>{texts.again}</Button>
          </div>
        )}
      </div>
      {latest === undefined && problem === undefined ? <Skeleton /> : null}
      {latest === undefined ? null : (
        <div className={isPresent ? styles['present'] : styles['past']}>{children(latest.value, latest)}</div>
      )}
    </>
  );
}

function Skeleton() {
  return (
    <div className={styles['skeleton']} role="status">
      <span className="hidden">{texts.asking}</span>
      {[0, 1, 2, 3].map((line) => (
        <span key={line} className={styles['bone']} />
      ))}
    </div>
  );
}
