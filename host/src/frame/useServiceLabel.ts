import { useTranslation } from '@tessera/shared/kernel';
import { useLive } from '@tessera/shared/react';
import { useHost } from '../bootstrap/HostServices';

/** What the button to customer service says, and how many answers it marks as unread. */
export function useServiceLabel(): { readonly label: string; readonly unread: number } {
  const { serviceUnread } = useHost();
  const { t } = useTranslation('host');
  const unread = useLive(serviceUnread);
  return { label: unread === 0 ? t('service.open') : t('service.unread', { count: unread }), unread };
}
