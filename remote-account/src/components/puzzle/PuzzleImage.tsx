/** The picture with its piece, at whatever width the sheet has. */
import { useTranslation } from '@tessera/shared/kernel';
import type { Puzzle } from './usePuzzle';
import styles from './PuzzleSheet.module.css';

export function PuzzleImage({ puzzle, x }: { readonly puzzle: Puzzle; readonly x: number }) {
  const { t } = useTranslation('account');
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <div className={styles.frame} style={{ aspectRatio: `${puzzle.width} / ${puzzle.height}` }}>
      <img className={styles.background} src={puzzle.background} alt={t('puzzle.image')} draggable={false} />
      <img
        className={styles.piece}
        src={puzzle.piece}
        alt=""
        draggable={false}
        style={{
          insetInlineStart: percent(x, puzzle.width),
          top: percent(puzzle.pieceY, puzzle.height),
          inlineSize: percent(puzzle.pieceSize, puzzle.width),
        }}
      />
    </div>
  );
}
