import { fireEvent } from '@testing-library/react';
import { jest } from '@jest/globals';
import { attachGestures, type GestureFit } from './gestures';

/** jsdom has no PointerEvent of its own: a mouse event carries what the gestures read. */
function pointer(type: string, x: number, y: number, pointerId = 1, pointerType = 'touch'): Event {
  const event = new MouseEvent(type, { clientX: x, clientY: y, bubbles: true, cancelable: true });
  Object.defineProperties(event, { pointerId: { value: pointerId }, pointerType: { value: pointerType } });
  return event;
}

function aPlot(fit: GestureFit = 'page') {
  const element = document.body.appendChild(document.createElement('div'));
  const targets = {
    pan: jest.fn<(px: number) => void>(),
    zoom: jest.fn<(factor: number, anchor: number) => void>(),
    cross: jest.fn<(place: object | undefined) => void>(),
  };
  const detach = attachGestures(element, targets, { isCalm: () => true, fit: () => fit });
  return { element, targets, detach, send: (...args: Parameters<typeof pointer>) => element.dispatchEvent(pointer(...args)) };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

describe('gestures', () => {
  test('one finger sideways pans by what it moved', () => {
    const { targets, send } = aPlot();
    send('pointerdown', 100, 50);
    send('pointermove', 103, 50);
    expect(targets.pan).not.toHaveBeenCalled();
    send('pointermove', 120, 50);
    send('pointermove', 150, 50);
    expect(targets.pan.mock.calls.map(([px]) => px)).toEqual([17, 30]);
  });

  test('one finger up or down is left to the page', () => {
    const { element, targets, send } = aPlot();
    send('pointerdown', 100, 50);
    send('pointermove', 104, 80);
    expect(fireEvent.touchMove(element)).toBe(true);
    send('pointermove', 160, 90);
    expect(targets.pan).not.toHaveBeenCalled();
  });

  test('the browser took the finger for scrolling the page: the gesture is over', () => {
    const { targets, send } = aPlot();
    send('pointerdown', 100, 50);
    send('pointercancel', 100, 80);
    send('pointermove', 160, 90);
    expect(targets.pan).not.toHaveBeenCalled();
    expect(targets.cross).toHaveBeenLastCalledWith(undefined);
  });

  test('held: the crosshair comes and follows; the page does not scroll under it', () => {
    const { element, targets, send } = aPlot();
    send('pointerdown', 100, 50);
    expect(fireEvent.touchMove(element)).toBe(true);
    jest.advanceTimersByTime(400);
    expect(targets.cross).toHaveBeenLastCalledWith({ x: 100, y: 50 });
    send('pointermove', 140, 70);
    expect(targets.cross).toHaveBeenLastCalledWith({ x: 140, y: 70 });
    expect(targets.pan).not.toHaveBeenCalled();
    expect(fireEvent.touchMove(element)).toBe(false);
  });

  test('two fingers zoom around their middle', () => {
    const { targets, send } = aPlot();
    send('pointerdown', 100, 50, 1);
    send('pointerdown', 200, 50, 2);
    send('pointermove', 300, 50, 2);
    expect(targets.zoom).toHaveBeenLastCalledWith(0.5, 200);
  });

  test('a mouse hovers with the crosshair and drags with the button', () => {
    const { targets, send } = aPlot();
    send('pointermove', 30, 20, 9, 'mouse');
    expect(targets.cross).toHaveBeenLastCalledWith({ x: 30, y: 20 });
    send('pointerdown', 30, 20, 9, 'mouse');
    send('pointermove', 60, 20, 9, 'mouse');
    expect(targets.pan).toHaveBeenLastCalledWith(30);
  });

  test('turned by a quarter: down on the glass is sideways on the chart', () => {
    const { targets, send } = aPlot('turned');
    send('pointerdown', 100, 50);
    send('pointermove', 100, 70);
    send('pointermove', 100, 95);
    expect(targets.pan.mock.calls.map(([px]) => px)).toEqual([20, 25]);
  });

  test('alone on the screen: a drag up or down belongs to nobody else', () => {
    const { targets, send } = aPlot('alone');
    send('pointerdown', 100, 50);
    send('pointermove', 106, 80);
    expect(targets.pan).toHaveBeenLastCalledWith(6);
  });

  test('detached: nothing is heard any more, the pending hold included', () => {
    const { targets, send, detach } = aPlot();
    send('pointerdown', 100, 50);
    detach();
    jest.advanceTimersByTime(400);
    send('pointermove', 160, 50);
    expect(targets.cross).not.toHaveBeenCalled();
    expect(targets.pan).not.toHaveBeenCalled();
  });
});
