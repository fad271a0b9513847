import type { ReactNode } from 'react';
import { useLive } from '@tessera/shared/react';
import { Button, Row, Sheet } from '@tessera/shared/ui';
import { useHost } from '../bootstrap/HostServices';
import styles from './ConfirmSheet.module.css';

/** The one question that is open. Closing it in any way is a no. */
export function ConfirmSheet(): ReactNode {
  const { confirm } = useHost();
  const question = useLive(confirm.open);
  if (question === undefined) return null;
  const footer = (
    <Row isEven isWrapping>
      <Button variant="secondary" size="lg" onClick={() => confirm.answer(false)}>
        {question.cancelLabel}
      </Button>
      <Button variant={question.isDangerous === true ? 'danger' : 'primary'} size="lg" onClick={() => confirm.answer(true)}>
        {question.confirmLabel}
      </Button>
    </Row>
  );
  return (
    <Sheet isOpen onClose={() => confirm.answer(false)} title={question.title} footer={footer}>
      {question.body !== undefined && <p className={styles.body}>{question.body}</p>}
    </Sheet>
  );
}
