/** What the fingers and the mouse on a plot are doing, from one press to the last release. */
import { timer, type Subscription } from '@tessera/shared/kernel';
import type { GestureTargets } from './GestureTargets';
import { throwMotion } from './throwMotion';

const holdMs = 320;
const slopPx = 6;

type Mode = 'idle' | 'pressed' | 'pan' | 'cross' | 'pinch';

interface Place {
  readonly x: number;
  readonly y: number;
}

export interface PointerSetting {
  readonly element: HTMLElement;
  placeOf(event: PointerEvent): Place;
  readonly isCalm: () => boolean;
  /** Vertical drags are the page's. */
  isInPage(): boolean;
}

export interface PointerGestures {
  onDown(event: PointerEvent): void;
  onMove(event: PointerEvent): void;
  onUp(event: PointerEvent): void;
  onLeave(event: PointerEvent): void;
  onTouchMove(event: TouchEvent): void;
  onContextMenu(event: Event): void;
  end(): void;
}

function spread(fingers: ReadonlyMap<number, Place>) {
  const [a, b] = [...fingers.values()];
  return a === undefined || b === undefined
    ? undefined
    : { distance: Math.max(24, Math.abs(a.x - b.x)), middle: (a.x + b.x) / 2 };
}

export function pointerGestures(targets: GestureTargets, setting: PointerSetting): PointerGestures {
  const { element, placeOf } = setting;
  const fingers = new Map<number, Place>();
  let mode: Mode = 'idle';
  let hold: Subscription | undefined;
  let start: Place = { x: 0, y: 0 };
  let speed = { pxPerMs: 0, atMs: 0 };
  const thrown = throwMotion((px) => targets.pan(px));
  const endHold = () => hold?.unsubscribe();

  function onDown(event: PointerEvent) {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    thrown.stop();
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
      const earlier = spread(fingers);
      fingers.set(event.pointerId, place);
      const now = spread(fingers);
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
      if (event.pointerType !== 'mouse' && along > across && setting.isInPage()) {
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
    if (was === 'pan' && event.pointerType !== 'mouse' && !hasRested && !setting.isCalm()) thrown.start(speed.pxPerMs);
  }

  function onLeave(event: PointerEvent) {
    if (event.pointerType === 'mouse' && fingers.size === 0) targets.cross(undefined);
  }

  /** Once a gesture is ours the page must not scroll under it. */
  const onTouchMove = (event: TouchEvent) => {
    if (mode === 'cross' || mode === 'pan' || mode === 'pinch') event.preventDefault();
  };
  const onContextMenu = (event: Event) => {
    if (mode !== 'idle') event.preventDefault();
  };

  return {
    onDown,
    onMove,
    onUp,
    onLeave,
    onTouchMove,
    onContextMenu,
    end() {
      endHold();
      thrown.stop();
    },
  };
}
