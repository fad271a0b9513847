/**
 * Fingers, mouse and wheel on a plot. The page must stay scrollable over a chart: `touch-action: pan-y` leaves vertical
 * drags to the browser, everything else is ours:
 *
 *   one finger sideways   pan, with a throw at the end      mouse drag    pan
 *   held for 320 ms       crosshair, then follows           mouse move    crosshair
 *   two fingers           zoom around their middle          wheel         sideways pans, with Ctrl zooms
 */
import { timer, type Subscription } from '@tessera/shared/kernel';

export interface GestureTargets {
  pan(px: number): void;
  /** `factor` above 1 shows more bars; `anchor` is the place in px that stays. */
  zoom(factor: number, anchorPx: number): void;
  cross(place: { readonly x: number; readonly y: number } | undefined): void;
}

/** Within a page that scrolls up and down; alone on the screen; alone and turned by a quarter, clockwise. */
export type GestureFit = 'page' | 'alone' | 'turned';

const holdMs = 320;
const slopPx = 6;
/** Speed left after one millisecond of a throw. */
const friction = 0.9955;
const slowestPxPerMs = 0.02;

type Mode = 'idle' | 'pressed' | 'pan' | 'cross' | 'pinch';

export function attachGestures(
  element: HTMLElement,
  targets: GestureTargets,
  options: { readonly isCalm: () => boolean; readonly fit?: () => GestureFit },
): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let mode: Mode = 'idle';
  let hold: Subscription | undefined;
  let start = { x: 0, y: 0 };
  let speed = { pxPerMs: 0, atMs: 0 };
  let throwFrame = 0;

  const fit = options.fit ?? (() => 'page');
  const placeOf = (event: PointerEvent | WheelEvent) => {
    const box = element.getBoundingClientRect();
    if (fit() === 'turned') return { x: event.clientY - box.top, y: box.right - event.clientX };
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const stopThrow = () => cancelAnimationFrame(throwFrame);
  const endHold = () => hold?.unsubscribe();
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return a === undefined || b === undefined
      ? undefined
      : { distance: Math.max(24, Math.abs(a.x - b.x)), middle: (a.x + b.x) / 2 };
  };

  function onDown(event: PointerEvent) {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    stopThrow();
    const place = placeOf(event);
    fingers.set(event.pointerId, place);
    if (fingers.size === 2) {
      endHold();
      mode = 'pinch';
      targets.cross(undefined);
      return;
    }
    start = place;
    speed = { pxPerMs: 0, atMs: event.timeStamp };
    mode = 'pressed';
    if (event.pointerType === 'mouse') {
      element.setPointerCapture?.(event.pointerId);
      return;
    }
    endHold();
    hold = timer(holdMs).subscribe(() => {
      mode = 'cross';
      targets.cross(start);
    });
  }

  function onMove(event: PointerEvent) {
    const place = placeOf(event);
    const before = fingers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === 'mouse') targets.cross(place);
      return;
    }
    if (mode === 'pinch') {
      const earlier = spread();
      fingers.set(event.pointerId, place);
      const now = spread();
      if (earlier !== undefined && now !== undefined) {
        targets.zoom(earlier.distance / now.distance, now.middle);
        targets.pan(now.middle - earlier.middle);
      }
      return;
    }
    fingers.set(event.pointerId, place);
    if (mode === 'idle') return;
    if (mode === 'cross') return targets.cross(place);
    if (mode === 'pressed') {
      const [across, along] = [Math.abs(place.x - start.x), Math.abs(place.y - start.y)];
      if (Math.hypot(across, along) < slopPx) return;
      endHold();
      if (event.pointerType !== 'mouse' && along > across && fit() === 'page') {
        // The page's: it scrolls, and the browser says so with pointercancel.
        mode = 'idle';
        return;
      }
      mode = 'pan';
      targets.cross(undefined);
    }
    const px = place.x - before.x;
    const elapsed = Math.max(1, event.timeStamp - speed.atMs);
    speed = { pxPerMs: 0.7 * (px / elapsed) + 0.3 * speed.pxPerMs, atMs: event.timeStamp };
    targets.pan(px);
  }

  function onUp(event: PointerEvent) {
    const was = mode;
    if (!fingers.delete(event.pointerId)) return;
    endHold();
    if (fingers.size === 1) {
      mode = 'pan';
      speed = { pxPerMs: 0, atMs: event.timeStamp };
      return;
    }
    mode = 'idle';
    if (event.type === 'pointercancel') return targets.cross(undefined);
    // A tap puts the crosshair away; one that was held stays to be read.
    if (was === 'pressed' && event.pointerType !== 'mouse') targets.cross(undefined);
    const hasRested = event.timeStamp - speed.atMs > 60;
    if (was === 'pan' && event.pointerType !== 'mouse' && !hasRested && !options.isCalm()) startThrow(speed.pxPerMs);
  }

  function startThrow(pxPerMs: number) {
    let left = pxPerMs;
    let beforeMs: number | undefined;
    const step = (atMs: number) => {
      const elapsed = Math.min(48, atMs - (beforeMs ?? atMs - 16));
      beforeMs = atMs;
      targets.pan(left * elapsed);
      left *= friction ** elapsed;
      if (Math.abs(left) > slowestPxPerMs) throwFrame = requestAnimationFrame(step);
    };
    throwFrame = requestAnimationFrame(step);
  }

  function onLeave(event: PointerEvent) {
    if (event.pointerType === 'mouse' && fingers.size === 0) targets.cross(undefined);
  }

  function onWheel(event: WheelEvent) {
    if (event.ctrlKey) {
      event.preventDefault();
      targets.zoom(Math.exp(event.deltaY / 300), placeOf(event).x);
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      targets.pan(-event.deltaX);
    }
  }

  /** Once a gesture is ours the page must not scroll under it. */
  const onTouchMove = (event: TouchEvent) => {
    if (mode === 'cross' || mode === 'pan' || mode === 'pinch') event.preventDefault();
  };
  const onContextMenu = (event: Event) => {
    if (mode !== 'idle') event.preventDefault();
  };

  const removals: (() => void)[] = [];
  function listen<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
    isPassive = true,
  ) {
    element.addEventListener(type, listener, { passive: isPassive });
    removals.push(() => element.removeEventListener(type, listener));
  }
  listen('pointerdown', onDown);
  listen('pointermove', onMove);
  listen('pointerup', onUp);
  listen('pointercancel', onUp);
  listen('pointerleave', onLeave);
  listen('wheel', onWheel, false);
  listen('touchmove', onTouchMove, false);
  listen('contextmenu', onContextMenu, false);
  return () => {
    for (const remove of removals) remove();
    endHold();
    stopThrow();
  };
}
