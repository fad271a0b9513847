import { useTranslation } from '@tessera/shared/kernel';
import { Eye, EyeOff, IconButton } from '@tessera/shared/ui';
import { useAmountsHidden } from './useAmountsHidden';

/** The eye: closes and opens it for every page. */
export function HideAmountsButton() {
  const { t } = useTranslation('wallet');
  const [isHidden, toggle] = useAmountsHidden();
  if (toggle === undefined) return null;
  return (
    <IconButton
      label={t(isHidden ? 'showAmounts' : 'hideAmounts')}
      icon={isHidden ? EyeOff : Eye}
      isPressed={isHidden}
      onClick={toggle}
    />
  );
}
