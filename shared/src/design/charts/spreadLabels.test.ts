import { spreadLabels } from './spreadLabels';

describe('labels of lines', () => {
  test('far apart: each stands at its line', () => {
    expect(spreadLabels([80, 20, 50], 20, 0, 200)).toEqual([80, 20, 50]);
  });

  test('close together: pushed apart, in the order of their lines', () => {
    expect(spreadLabels([52, 50, 55], 20, 0, 200)).toEqual([70, 50, 90]);
  });

  test('at an edge they stay inside', () => {
    expect(spreadLabels([200, 198, 199], 20, 0, 200)).toEqual([200, 160, 180]);
    expect(spreadLabels([-40, 0], 20, 8, 200)).toEqual([8, 28]);
  });

  test('none', () => {
    expect(spreadLabels([], 20, 0, 200)).toEqual([]);
  });
});
