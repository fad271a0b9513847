/**
 * Fingers, mouse and wheel on a plot. The page must stay scrollable over a chart: `touch-action: pan-y` leaves vertical
 * drags to the browser, everything else is ours:
 *
 *   one finger sideways   pan, with a throw at the end      mouse drag    pan
 *   held for 320 ms       crosshair, then follows           mouse move    crosshair
 *   two fingers           zoom around their middle          wheel         sideways pans, with Ctrl zooms
 */
import { elementListeners } from './elementListeners';
import type { GestureTargets } from './GestureTargets';
import { pointerGestures } from './pointerGestures';

/** Within a page that scrolls up and down; alone on the screen; alone and turned by a quarter, clockwise. */
export type GestureFit = 'page' | 'alone' | 'turned';

export function attachGestures(
  element: HTMLElement,
  targets: GestureTargets,
  options: { readonly isCalm: () => boolean; readonly fit?: () => GestureFit },
): () => void {
  const fit = options.fit ?? (() => 'page');
  const placeOf = (event: PointerEvent | WheelEvent) => {
    const box = element.getBoundingClientRect();
    if (fit() === 'turned') return { x: event.clientY - box.top, y: box.right - event.clientX };
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pointers = pointerGestures(targets, { element, placeOf, isCalm: options.isCalm, isInPage: () => fit() === 'page' });

  function onWheel(event: WheelEvent) {
    if (event.ctrlKey) {
      event.preventDefault();
      targets.zoom(Math.exp(event.deltaY / 300), placeOf(event).x);
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      targets.pan(-event.deltaX);
    }
  }

  const { listen, removeAll } = elementListeners(element);
  listen('pointerdown', pointers.onDown);
  listen('pointermove', pointers.onMove);
  listen('pointerup', pointers.onUp);
  listen('pointercancel', pointers.onUp);
  listen('pointerleave', pointers.onLeave);
  listen('wheel', onWheel, false);
  listen('touchmove', pointers.onTouchMove, false);
  listen('contextmenu', pointers.onContextMenu, false);
  return () => {
    removeAll();
    pointers.end();
  };
}
