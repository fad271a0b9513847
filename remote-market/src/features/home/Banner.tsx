import type { ReactNode } from 'react';
import { ArrowRight } from '@tessera/shared/ui';
import styles from './Home.module.css';

interface BannerProps {
  readonly title: string;
  readonly detail: string;
  /** What a tap leads to, in words. Without it a tap leads nowhere. */
  readonly link?: string;
  readonly mark: ReactNode;
  readonly onSelect?: () => void;
}

/** One slide at the top of the page. */
export function Banner({ title, detail, link, mark, onSelect }: BannerProps) {
  const content = (
    <>
      <span className={styles.bannerTexts}>
        <span className={styles.bannerTitle}>{title}</span>
        <span className={styles.bannerDetail}>{detail}</span>
        {link !== undefined && (
          <span className={styles.bannerLink}>
            {link}
            <ArrowRight aria-hidden size={16} />
          </span>
        )}
      </span>
      <span aria-hidden className={styles.bannerMark}>
        {mark}
      </span>
    </>
  );
  if (onSelect === undefined) return <div className={styles.banner}>{content}</div>;
  return (
    <button type="button" className={styles.banner} onClick={onSelect}>
      {content}
    </button>
  );
}
