import { useTranslation } from '@tessera/shared/kernel';
import { Card, SectionHeading } from '@tessera/shared/ui';
import styles from './Fairness.module.css';

const shown = ['order', 'log', 'kept', 'receipt', 'seed'] as const;
const notShown = ['market', 'first', 'seen', 'account', 'beacon', 'alone', 'witness'] as const;

/** Exactly what the checks of this app show, and what they cannot notice. */
export function ShownAndNot() {
  const { t } = useTranslation('fairness');
  return (
    <>
      <section>
        <SectionHeading>{t('isShown')}</SectionHeading>
        <Card>
          <ul className={styles.list}>
            {shown.map((key) => (
              <li key={key}>{t(`shows.${key}`)}</li>
            ))}
          </ul>
        </Card>
      </section>
      <section>
        <SectionHeading>{t('isNotShown')}</SectionHeading>
        <Card>
          <ul className={styles.list}>
            {notShown.map((key) => (
              <li key={key}>{t(`hides.${key}`)}</li>
            ))}
          </ul>
        </Card>
      </section>
    </>
  );
}
