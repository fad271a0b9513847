import { readPublishedKeys, sha256 } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { verifyEd25519 } from '@tessera/shared/signatures';
import { Notice } from '@tessera/shared/ui';
import { useKept } from './useKept';

/** Keys that sign though the one before did not hand over to them: after a lost secret, or worse. */
export function StrangeKeys() {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const { data: keys = [] } = useKept('keys', async (evidence) =>
    readPublishedKeys(await evidence.entriesKept(), sha256, verifyEd25519),
  );
  return keys.slice(1).map(({ keyId, fromMs, isHandedOver }) =>
    isHandedOver ? null : (
      <Notice key={keyId} tone="warning" title={t('strangeKey', { time: format.dateTime(fromMs) })}>
        {t('strangeKeyHint')}
      </Notice>
    ),
  );
}
