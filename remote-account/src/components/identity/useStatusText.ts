import type { IdentityStatus } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';

const words = {
  not_certified: 'centre.verificationNone',
  under_review: 'centre.verificationReview',
  certified: 'centre.verificationAdvanced',
} as const;

export function useStatusText(): (status: IdentityStatus) => string {
  const { t } = useTranslation('account');
  return (status) => t(words[status]);
}
