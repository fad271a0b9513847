/** The documents side by side. An address dies within minutes: what was loaded stays, what was not is asked for by a new one. */
import { useState } from 'react';
import type { OperationResponse } from '@tessera/shared/operations';
import { Button } from '../parts/Button';
import { reviewsTexts as texts } from '../texts/reviews';
import styles from './Papers.module.css';
import { placedPaper } from './placedPaper';

type Paper = OperationResponse<'reviewsGet'>['papers'][number];

/** `onDead`: an address no longer shows its picture. */
export function Papers({ papers, onDead }: { readonly papers: readonly Paper[]; readonly onDead: () => void }) {
  if (papers.length === 0) return null;
  return (
    <section aria-label={texts.papers} className={styles['papers']}>
      {papers.map((paper) => (
        <PaperView key={paper.name} paper={paper} onDead={onDead} />
      ))}
    </section>
  );
}

const zooms = [1, 1.5, 2, 3, 4] as const;

function PaperView({ paper: { name, address }, onDead }: { readonly paper: Paper; readonly onDead: () => void }) {
  /** Each question is answered with another address of the same picture; only a dead one is replaced. */
  const [used, setUsed] = useState(address);
  const [isDead, setIsDead] = useState(false);
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const [size, setSize] = useState({ width: 3, height: 2 });
  if (isDead && address !== used) {
    setUsed(address);
    setIsDead(false);
  }
  const title = texts.paper[name] ?? name;
  const placed = placedPaper(size, turns, zooms[zoom] ?? 1);
  return (
    <figure className={styles['paper']}>
      <figcaption className={styles['caption']}>
        <strong>{title}</strong>
        <span className={styles['tools']} role="group" aria-label={texts.paperOf(title)}>
          <Button label={texts.smaller} isDisabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
            −
          </Button>
          <Button label={texts.larger} isDisabled={zoom === zooms.length - 1} onClick={() => setZoom(zoom + 1)}>
            +
          </Button>
          <Button label={texts.turn} onClick={() => setTurns((turns + 1) % 4)}>
            ↻
          </Button>
          <Button
            onClick={() => {
              setZoom(0);
              setTurns(0);
            }}
          >
            {texts.whole}
          </Button>
        </span>
      </figcaption>
      <div className={styles['frame']} role="region" aria-label={texts.paperOf(title)} tabIndex={0}>
        <div className={styles['sheet']} style={placed.sheet}>
          <img
            src={used}
            alt={texts.paperOf(title)}
            className={isDead ? 'hidden' : styles['picture']}
            style={placed.picture}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => {
              setIsDead(true);
              onDead();
            }}
          />
        </div>
      </div>
      <p role="status" className={isDead ? 'problem' : 'hidden'}>
        {isDead ? texts.paperGone : ''}
      </p>
    </figure>
  );
}
