import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button } from '@tessera/shared/ui';

interface VerifyButtonProps {
  readonly isUnderReview: boolean;
  /** As wide as its place, of the usual height; else small, beside a text. */
  readonly isBlock?: boolean;
}

/** To the pages of verification: they know which step is next. */
export function VerifyButton({ isUnderReview, isBlock = false }: VerifyButtonProps) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  return (
    <Button size={isBlock ? 'md' : 'sm'} isBlock={isBlock} onClick={() => navigation.navigate('/pages/user/primaryAuth')}>
      {t(isUnderReview ? 'ticket.verifyStatus' : 'ticket.verifyNow')}
    </Button>
  );
}
