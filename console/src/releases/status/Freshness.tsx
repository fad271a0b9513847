/** Whether what is shown is the present; when not, it says so above everything and why. */
import { problemText, texts } from '../../texts/releases';
import { clockTime } from '../../parts/times';
import type { StatusView } from './useStatus';
import styles from './Freshness.module.css';

export function Freshness({ status: { latest, isPresent, problem } }: { readonly status: StatusView }) {
  const asOf = latest === undefined ? undefined : clockTime(latest.serverMs);
  const words = problem === undefined ? texts.freshness.asking : problemText(problem);
  return (
    <div className={isPresent ? styles['present'] : styles['stale']}>
      {isPresent && asOf !== undefined ? <p>{texts.freshness.asOf(asOf)}</p> : null}
      <div role="alert">
        {isPresent ? null : (
          <p>
            {words} {asOf === undefined ? '' : texts.freshness.old(asOf)}
          </p>
        )}
      </div>
    </div>
  );
}
