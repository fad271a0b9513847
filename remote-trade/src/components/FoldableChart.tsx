/** A chart that makes room for the ticket: small, and folded away on short screens until the person opens it. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useRemoteContext } from '@tessera/shared/react';
import { Card, ChevronDown, ChevronUp, IconButton } from '@tessera/shared/ui';
import styles from './FoldableChart.module.css';

interface FoldableChartProps {
  /** Beside the button that folds: the time frames. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

const key = 'ticket-chart';
const shortScreen = '(max-height: 699px)';

export function FoldableChart({ lead, children }: FoldableChartProps) {
  const { t } = useTranslation('trade');
  const { storage } = useRemoteContext();
  const [isOpen, setIsOpen] = useState(() => {
    const kept = storage.read(key);
    return kept === undefined ? globalThis.matchMedia?.(shortScreen).matches !== true : kept === 'open';
  });
  const fold = () => {
    storage.write(key, isOpen ? 'folded' : 'open');
    setIsOpen(!isOpen);
  };
  return (
    <Card padding="none" className={isOpen ? undefined : styles.folded}>
      <div className={styles.head}>
        <div className={styles.lead}>{isOpen ? lead : <span aria-hidden>{t('ticket.showChart')}</span>}</div>
        {/* An icon alone: the time frames beside it need the room. While it is folded its name stands beside it. */}
        <IconButton
          icon={isOpen ? ChevronUp : ChevronDown}
          label={t(isOpen ? 'ticket.hideChart' : 'ticket.showChart')}
          aria-expanded={isOpen}
          onClick={fold}
        />
      </div>
      {isOpen && <div className={styles.place}>{children}</div>}
    </Card>
  );
}
