import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useLive } from '@tessera/shared/react';
import { useHost } from '../bootstrap/HostServices';
import { Banner } from './Banner';

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
    <section aria-label={t('preview.label')}>
      <Banner
        tone="info"
        text={t('preview.shown', { remote, version: release.version, time })}
        action={t('preview.leave')}
        onAction={remotes.leavePreview}
      />
    </section>
  );
}
