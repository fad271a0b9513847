import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useLive, useRemoteContext } from '@tessera/shared/react';
import { Button, Card, Download, LiveRegion, Notice, Row, SectionHeading, Stack } from '@tessera/shared/ui';
import { saveEvidence } from './saveEvidence';
import { useKept } from './useKept';
import styles from './Fairness.module.css';

const shownAtMost = 50;

/** What was kept and is shown otherwise now: both values, since when. Read ones stay here for good. */
export function Differences() {
  const { t } = useTranslation('market');
  const format = useFormat();
  const { evidence } = useRemoteContext();
  const unread = useLive(evidence.unread);
  const { data: all = unread } = useKept('differences', (kept) => kept.differences());
  return (
    <LiveRegion>
      {all.length > 0 && (
        <Stack gap={3}>
          <Notice tone="danger" title={t('fairness.differs', { number: all.length })}>
            {t('fairness.differsHint')}
          </Notice>
          <section>
            <SectionHeading>{t('fairness.both')}</SectionHeading>
            <Card>
              {all.slice(-shownAtMost).map(({ kind, of, kept, shown, keptAtMs, foundAtMs }) => (
                <div key={`${kind} ${of} ${shown}`} className={styles.values}>
                  <strong>{t(`fairness.kind.${kind}`, { of: kind === 'root' ? format.dateTime(Number(of)) : of })}</strong>
                  <span className={styles.code}>
                    {kept === '' ? t('fairness.unsound') : t('fairness.kept', { value: kept, time: format.dateTime(keptAtMs) })}
                  </span>
                  <span className={styles.code}>
                    {shown === ''
                      ? t('fairness.gone', { time: format.dateTime(foundAtMs) })
                      : t('fairness.shown', { value: shown, time: format.dateTime(foundAtMs) })}
                  </span>
                </div>
              ))}
            </Card>
          </section>
          <Row gap={2} isEven>
            <Button icon={Download} onClick={() => void evidence.export().then(saveEvidence)}>
              {t('fairness.save')}
            </Button>
            {unread.length > 0 && (
              <Button variant="secondary" onClick={() => void evidence.markRead()}>
                {t('fairness.read')}
              </Button>
            )}
          </Row>
        </Stack>
      )}
    </LiveRegion>
  );
}
