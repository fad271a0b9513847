import { useEffect, useRef, useState } from 'react';
import type { ServiceEntry } from '@tessera/shared/contract';
import styles from './Kefu.module.css';

/** From the exchange. Each answer brings another address of the same picture: what was loaded stays, only a dead one is replaced. */
export function SentPicture({
  picture: { address, width, height },
  alt,
  onDead,
}: {
  readonly picture: NonNullable<ServiceEntry['picture']>;
  readonly alt: string;
  readonly onDead: () => void;
}) {
  const [used, setUsed] = useState(address);
  const [isDead, setIsDead] = useState(false);
  if (isDead && address !== used) {
    setUsed(address);
    setIsDead(false);
  }
  return (
    <img
      className={styles.picture}
      src={used}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      onError={() => {
        if (isDead) return;
        setIsDead(true);
        onDead();
      }}
    />
  );
}

/** From this device's memory. */
export function OwnPicture({ file, alt }: { readonly file: File; readonly alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    image.current?.setAttribute('src', url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return <img ref={image} className={styles.picture} alt={alt} />;
}
