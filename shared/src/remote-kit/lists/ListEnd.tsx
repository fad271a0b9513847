import { useEffect, useRef } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { Button } from '@tessera/shared/ui';

interface ListEndProps {
  /** What the button shows more of; orders unless said. */
  readonly label?: string;
  readonly isBusy: boolean;
  readonly onReached: () => void;
}

/** The end of what was read so far: coming near it reads on; the button serves anyone who does not scroll. */
export function ListEnd({ label, isBusy, onReached }: ListEndProps) {
  const { t } = useTranslation('lists');
  const mark = useRef<HTMLDivElement>(null);
  const latest = useRef(onReached);
  useEffect(() => {
    latest.current = onReached;
  });
  useEffect(() => {
    // While a page is read the mark may stay in view: watching begins again after it.
    if (isBusy || mark.current === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: '400px' },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [isBusy]);
  return (
    <div ref={mark}>
      <Button variant="secondary" isBlock isBusy={isBusy} onClick={onReached}>
        {label ?? t('more')}
      </Button>
    </div>
  );
}
