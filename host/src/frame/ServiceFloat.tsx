/**
 * The customer-service button: dragged with a finger, moved with the arrow keys, standing at the nearer long edge. A press
 * that moved is a drag and opens nothing. It goes out of the way while a keyboard is up.
 */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { clsx } from 'clsx';
import { useTranslation } from '@tessera/shared/kernel';
import { Headset } from '@tessera/shared/ui';
import { useHost } from '../bootstrap/HostServices';
import { storageKeys } from '../browser/storageKeys';
import {
  clampPoint,
  keyStep,
  pointOf,
  readPlace,
  snap,
  writePlace,
  type FloatArea,
  type FloatPlace,
  type Point,
} from './floatPlace';
import { useServiceLabel } from './useServiceLabel';
import styles from './ServiceFloat.module.css';

const headerHeight = 56;
/** Pages have their primary action within this distance of the lower edge (screens.md): the button never covers it. */
const actionHeight = 196;
/** Less than this moves nothing: a finger is never quite still. */
const dragThreshold = 6;

export function ServiceFloat(): ReactNode {
  const { store, openService } = useHost();
  const { t } = useTranslation('host');
  const { label, unread } = useServiceLabel();
  const button = useRef<HTMLButtonElement>(null);
  const area = useFloatArea(button);
  const [place, setPlace] = useState<FloatPlace>(() => readPlace(store.read(storageKeys.servicePlace)));
  const [dragged, setDragged] = useState<Point | undefined>(undefined);
  const press = useRef<{ readonly start: Point; readonly grip: Point; hasMoved: boolean } | undefined>(undefined);
  const isKeyboardUp = useIsKeyboardUp();

  const settle = (point: Point) => {
    const next = snap(point, area);
    setPlace(next);
    store.write(storageKeys.servicePlace, writePlace(next));
  };
  const at = dragged ?? pointOf(place, area);

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const start = { x: event.clientX, y: event.clientY };
    press.current = { start, grip: { x: start.x - at.x, y: start.y - at.y }, hasMoved: false };
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const held = press.current;
    if (held === undefined) return;
    held.hasMoved ||= Math.hypot(clientX - held.start.x, clientY - held.start.y) > dragThreshold;
    if (held.hasMoved) setDragged(clampPoint({ x: clientX - held.grip.x, y: clientY - held.grip.y }, area));
  };
  const onPointerEnd = () => {
    if (dragged !== undefined) settle(dragged);
    setDragged(undefined);
  };
  const onClick = () => {
    const wasDrag = press.current?.hasMoved === true;
    press.current = undefined;
    if (!wasDrag) openService();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = {
      ArrowUp: { x: 0, y: -keyStep },
      ArrowDown: { x: 0, y: keyStep },
      ArrowLeft: { x: -area.width, y: 0 },
      ArrowRight: { x: area.width, y: 0 },
    }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    settle({ x: at.x + step.x, y: at.y + step.y });
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-describedby="service-hint"
        className={clsx(styles.float, dragged !== undefined && styles.dragged)}
        style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
        hidden={isKeyboardUp}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <Headset aria-hidden size={22} />
        {unread > 0 && (
          <span aria-hidden className={styles.badge}>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
      <span id="service-hint" hidden>
        {t('service.hint')}
      </span>
    </>
  );
}

/** The frame's size without what must stay free. Follows the frame, not the window: a desktop shows it in a column. */
function useFloatArea(button: RefObject<HTMLButtonElement | null>): FloatArea {
  const [size, setSize] = useState({ width: 390, height: 844 });
  useEffect(() => {
    const frame = button.current?.parentElement;
    if (frame === null || frame === undefined) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: frame.clientWidth, height: frame.clientHeight }));
    observer.observe(frame);
    return () => observer.disconnect();
  }, [button]);
  return { ...size, top: headerHeight, bottom: actionHeight };
}

/** The visible part of the page is much lower than the page: a keyboard covers the rest. */
function useIsKeyboardUp(): boolean {
  const [isUp, setIsUp] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null || viewport === undefined) return undefined;
    const look = () => setIsUp(viewport.height < window.innerHeight * 0.75);
    viewport.addEventListener('resize', look);
    return () => viewport.removeEventListener('resize', look);
  }, []);
  return isUp;
}
