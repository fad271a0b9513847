import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button } from '@tessera/shared/ui';

interface VerifyButtonProps {
  readonly isUnderReview: boolean;
  readonly size: 'sm' | 'lg';
}

/** To the pages of verification: they know which step is next. */
export function VerifyButton({ isUnderReview, size }: VerifyButtonProps) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  return (
    <Button size={size} isBlock={size === 'lg'} onClick={() => navigation.navigate('/pages/user/primaryAuth')}>
      {t(isUnderReview ? 'ticket.verifyStatus' : 'ticket.verifyNow')}
    </Button>
  );
}
