import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useLive } from '@tessera/shared/react';
import { useHost } from '../bootstrap/HostServices';
import type { HostRoute } from '../routes/routeFor';
import styles from './DemoRibbon.module.css';

/** Where the pages are about money. */
const remotesWithMoney: ReadonlySet<string> = new Set(['assets', 'trade']);
/** What this exchange can be held to is another thing where the money is for practice. */
const otherPages: ReadonlySet<string> = new Set(['/pages/fairness/index']);

/** On a practice exchange the real account is for practice too: said once, where money is shown or moved, and on the fairness page. */
export function PracticeRibbon({ route }: { readonly route: HostRoute }): ReactNode {
  const { t } = useTranslation('host');
  const isPractice = useLive(useHost().isPractice);
  if (!isPractice || route.kind !== 'remote') return null;
  if (!remotesWithMoney.has(route.remote) && !otherPages.has(route.page)) return null;
  return (
    <p className={styles.ribbon}>
      <span className={styles.meaning}>{t('practice')}</span>
    </p>
  );
}
