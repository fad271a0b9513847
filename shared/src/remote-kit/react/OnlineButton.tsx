import { useTranslation } from '@tessera/shared/kernel';
import { Button, type ButtonProps } from '../../design/ui/button/Button';
import { useIsOffline } from './useLive';

/** Of what the exchange alone can do: off as soon as there is no network, and says so. What is under way keeps its words. */
export function OnlineButton({ disabled, children, ...button }: ButtonProps) {
  const { t } = useTranslation('common');
  const isOff = useIsOffline() && button.isBusy !== true;
  if (!isOff)
    return (
      <Button {...button} disabled={disabled}>
        {children}
      </Button>
    );
  // Its own name would hide from a screen reader what stands there.
  return (
    <Button {...button} disabled aria-label={undefined} detail={undefined}>
      {t('state.offline')}
    </Button>
  );
}
