import type { EndpointResponse } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import type { EndpointResult } from '@tessera/shared/react';
import { ErrorState, LiveRegion, Notice } from '@tessera/shared/ui';
import styles from './Checklist.module.css';

interface MissingProps {
  /** For the button that it keeps off. */
  readonly id: string;
  readonly checked: EndpointResult<EndpointResponse<'withdrawalCheck'>>;
}

/** Why the button is off, beside it: what of the checklist is not met, or that nobody could be asked. */
export function Missing({ id, checked: { loadable, data, refetch } }: MissingProps) {
  const { t } = useTranslation('withdrawal');
  const missing = data?.rows.filter(({ isMet }) => !isMet) ?? [];
  return (
    <div id={id}>
      <LiveRegion>
        {loadable.state === 'failed' && data === undefined && <ErrorState error={loadable.error} onRetry={refetch} />}
        {missing.length > 0 && (
          <Notice tone="warning" title={t('form.missing')}>
            <ul className={styles.names}>
              {missing.map(({ id: row }) => (
                <li key={row}>{t(`check.${row}`)}</li>
              ))}
            </ul>
          </Notice>
        )}
      </LiveRegion>
    </div>
  );
}
