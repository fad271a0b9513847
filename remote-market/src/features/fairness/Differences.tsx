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
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const { evidence } = useRemoteContext();
  const unread = useLive(evidence.unread);
  const { data: all = unread } = useKept('differences', (kept) => kept.differences());
  return (
    <LiveRegion>
      {all.length > 0 && (
        <Stack gap={3}>
          <Notice tone="danger" title={t('differs', { number: all.length })}>
            {t('differsHint')}
          </Notice>
          <section>
            <SectionHeading>{t('both')}</SectionHeading>
            <Card>
              {all.slice(-shownAtMost).map(({ kind, of, kept, shown, keptAtMs, foundAtMs }) => (
                <div key={`${kind} ${of} ${shown}`} className={styles.values}>
                  <strong>{t(`kind.${kind}`, { of: kind === 'root' ? format.dateTime(Number(of)) : of })}</strong>
                  <span className={styles.code}>
                    {kept === '' ? t('unsound') : t('kept', { value: kept, time: format.dateTime(keptAtMs) })}
                  </span>
                  <span className={styles.code}>
                    {shown === ''
                      ? t('gone', { time: format.dateTime(foundAtMs) })
                      : t('shown', { value: shown, time: format.dateTime(foundAtMs) })}
                  </span>
                </div>
              ))}
            </Card>
          </section>
          <Row gap={2} isEven>
            <Button icon={Download} onClick={() => void evidence.export().then(saveEvidence)}>
              {t('save')}
            </Button>
            {unread.length > 0 && (
              <Button variant="secondary" onClick={() => void evidence.markRead()}>
                {t('read')}
              </Button>
            )}
          </Row>
        </Stack>
      )}
    </LiveRegion>
  );
}
