import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useLive } from '@tessera/shared/react';
import { Button } from '@tessera/shared/ui';
import { useHost } from '../bootstrap/HostServices';
import styles from './PreviewBanner.module.css';

/** Says that this browser shows a release which is not live, until when, and offers the way out. */
export function PreviewBanner(): ReactNode {
  const { remotes } = useHost();
  const { t } = useTranslation('host');
  const format = useFormat();
  const preview = useLive(remotes.preview);
  if (preview === undefined) return null;
  const { remote, release, expiresAtMs } = preview;
  const time = format.dateTime(expiresAtMs).replaceAll(' ', '\u00a0');
  return (
    <section aria-label={t('preview.label')} className={styles.banner}>
      <p className={styles.text}>{t('preview.shown', { remote, version: release.version, time })}</p>
      <Button size="sm" variant="secondary" onClick={remotes.leavePreview}>
        {t('preview.leave')}
      </Button>
    </section>
  );
}
