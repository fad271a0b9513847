import { expect, test } from '@jest/globals';
import { placedPaper } from './placedPaper';

const wide = { width: 640, height: 400 };

test('as it is: as wide as the frame', () => {
  expect(placedPaper(wide, 0, 1)).toEqual({
    sheet: { width: '100%', aspectRatio: '640 / 400' },
    picture: { width: '100%', transform: 'translate(-50%, -50%) rotate(0deg)' },
  });
});

test('on its side it is as wide as the frame is for it, and its room is a tall one', () => {
  const { sheet, picture } = placedPaper(wide, 1, 2);
  expect(sheet).toEqual({ width: '200%', aspectRatio: '400 / 640' });
  // Before it is turned, its width is the height of its room.
  expect(picture).toEqual({ width: '160%', transform: 'translate(-50%, -50%) rotate(90deg)' });
});

test('turned twice it takes its own room again', () => {
  expect(placedPaper(wide, 2, 1).sheet).toEqual({ width: '100%', aspectRatio: '640 / 400' });
});
