import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { IconButton, Minus, Plus } from '@tessera/shared/ui';
import type { Point } from './world/Place';
import land from './world/land.built.mjs';
import { mapWindow, widths } from './mapWindow';
import styles from './Location.module.css';

/** The world as it is drawn by the app itself: nothing is asked of anybody. */
export function WorldMap({ point, name }: { readonly point: Point; readonly name: string }) {
  const { t } = useTranslation('location');
  const [zoom, setZoom] = useState(1);
  const { left, top, width, height } = mapWindow(point, zoom);
  const [x, y] = [point.longitude + 180, 90 - point.latitude];
  return (
    <div className={styles.map}>
      <svg role="img" aria-label={name} viewBox={`${left} ${top} ${width} ${height}`} className={styles.world}>
        <path d={land.path} className={styles.land} />
        <circle cx={x} cy={y} r={width / 28} className={styles.around} />
        <circle cx={x} cy={y} r={width / 80} className={styles.point} />
      </svg>
      <div className={styles.zoom}>
        <IconButton label={t('zoomIn')} icon={Plus} disabled={zoom === widths.length - 1} onClick={() => setZoom(zoom + 1)} />
        <IconButton label={t('zoomOut')} icon={Minus} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
      </div>
    </div>
  );
}
