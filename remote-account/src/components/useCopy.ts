import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs } from '@tessera/shared/react';

/** Puts a text on the clipboard and says so. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation('common');
  const dialogs = useDialogs();
  return async (text) => {
    await navigator.clipboard.writeText(text);
    dialogs.toast(t('action.copied'), { tone: 'success' });
  };
}
