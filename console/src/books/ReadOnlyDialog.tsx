import { ActDialog } from '../acts/ActDialog';
import { callOperation } from '../api/operations';
import { booksTexts } from '../texts/books';
import styles from './Books.module.css';

const texts = booksTexts.readOnly;

/** Asks before every movement of money is stopped, or allowed again. */
export function ReadOnlyDialog({
  turn,
  onDone,
  onClose,
}: {
  readonly turn: 'on' | 'off';
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  return (
    <ActDialog
      title={texts[turn].ask}
      confirm={texts[turn].button}
      kind={turn === 'on' ? 'danger' : 'main'}
      reasonHint={texts.reasonHint}
      act={(reason) => callOperation('booksReadOnly', { on: turn === 'on', reason })}
      onDone={onDone}
      onClose={onClose}
    >
      <ul className={styles['means']}>
        {texts[turn].means.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </ActDialog>
  );
}
