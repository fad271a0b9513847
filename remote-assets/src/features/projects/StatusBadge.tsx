import type { ProjectOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Badge, type BadgeTone } from '@tessera/shared/ui';

const tones: Readonly<Record<ProjectOrder['status'], BadgeTone>> = {
  open: 'success',
  running: 'accent',
  settling: 'warning',
  ended: 'neutral',
  cancelled: 'neutral',
};

/** The status of a project or a participation. */
export function StatusBadge({ status }: { readonly status: ProjectOrder['status'] }) {
  const { t } = useTranslation('projects');
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}
