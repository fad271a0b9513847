import { useTranslation } from '@tessera/shared/kernel';
import { Button, type ButtonProps } from '../../design/ui/button/Button';
import { useIsOffline } from './useLive';

/** Of what the exchange alone can do: off as soon as there is no network, and says so. What is under way keeps its words. */
export function OnlineButton(button: ButtonProps) {
  const { t } = useTranslation('common');
  if (!useIsOffline() || button.isBusy === true) return <Button {...button} />;
  // A name of its own would hide from a screen reader what stands there.
  return (
    <Button {...button} disabled aria-label={undefined} detail={undefined}>
      {t('state.offline')}
    </Button>
  );
}
