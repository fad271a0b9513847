import { useEffect, useRef } from 'react';
import styles from './PictureField.module.css';

/** The picture from this device's memory. While the app is in the background, where its window is shown to whoever holds the phone, it is blurred. */
export function PicturePreview({ picture, alt }: { readonly picture: File; readonly alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(picture);
    image.current?.setAttribute('src', url);
    return () => URL.revokeObjectURL(url);
  }, [picture]);
  useEffect(() => {
    // On the element itself: a page that goes to the background is not rendered any more.
    const cover = () => image.current?.toggleAttribute('data-covered', document.visibilityState === 'hidden');
    document.addEventListener('visibilitychange', cover);
    return () => document.removeEventListener('visibilitychange', cover);
  }, []);
  return <img ref={image} className={styles.picture} alt={alt} />;
}
