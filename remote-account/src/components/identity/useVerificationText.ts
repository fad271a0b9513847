import type { EndpointResponse } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';

/** How far the person is, in two words. */
export function useVerificationText(): (user: Pick<EndpointResponse<'userInfo'>, 'primary' | 'advanced'>) => string {
  const { t } = useTranslation('account');
  return ({ primary, advanced }) => {
    if (advanced === 'certified') return t('centre.verificationAdvanced');
    if (primary === 'under_review' || advanced === 'under_review') return t('centre.verificationReview');
    return primary === 'certified' ? t('centre.verificationPrimary') : t('centre.verificationNone');
  };
}
