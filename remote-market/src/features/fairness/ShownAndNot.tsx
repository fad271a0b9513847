import { useTranslation } from '@tessera/shared/kernel';
import { Card, SectionHeading } from '@tessera/shared/ui';
import styles from './Fairness.module.css';

const shown = ['order', 'log', 'kept', 'receipt', 'seed'] as const;
const notShown = ['market', 'first', 'seen', 'account', 'beacon', 'alone', 'witness'] as const;

/** Exactly what the checks of this app show, and what they cannot notice. */
export function ShownAndNot() {
  const { t } = useTranslation('market');
  return (
    <>
      <section>
        <SectionHeading>{t('fairness.isShown')}</SectionHeading>
        <Card>
          <ul className={styles.list}>
            {shown.map((key) => (
              <li key={key}>{t(`fairness.shows.${key}`)}</li>
            ))}
          </ul>
        </Card>
      </section>
      <section>
        <SectionHeading>{t('fairness.isNotShown')}</SectionHeading>
        <Card>
          <ul className={styles.list}>
            {notShown.map((key) => (
              <li key={key}>{t(`fairness.hides.${key}`)}</li>
            ))}
          </ul>
        </Card>
      </section>
    </>
  );
}
