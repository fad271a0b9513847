import { useEffect, useRef } from 'react';
import { Button } from '../parts/Button';
import { conversationsTexts as texts } from '../texts/conversations';
import styles from './Conversations.module.css';

const height = 160;

/** What will be sent. Drawn: the page shows pictures of its own server only. */
export function ChosenPicture({ file, onRemove }: { readonly file: File; readonly onRemove: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    void createImageBitmap(file).then((bitmap) => {
      const target = canvas.current;
      if (!isGone && target !== null) {
        const scale = Math.min(1, height / bitmap.height);
        target.width = Math.max(1, Math.round(bitmap.width * scale));
        target.height = Math.max(1, Math.round(bitmap.height * scale));
        target.getContext('2d')?.drawImage(bitmap, 0, 0, target.width, target.height);
      }
      bitmap.close();
    });
    return () => {
      isGone = true;
    };
  }, [file]);
  return (
    <div className={styles['chosen']}>
      <canvas ref={canvas} role="img" aria-label={texts.chosenPicture} className={styles['preview']} />
      <Button onClick={onRemove}>{texts.removePicture}</Button>
    </div>
  );
}
