/** Moving what lies over a plot: by transform only, so that no layout is recomputed. */
export function moveTo(element: HTMLElement, x: number, y: number): void {
  element.style.transform = `translate3d(${x.toFixed(1)}px, ${y.toFixed(1)}px, 0)`;
}

export function show(element: HTMLElement, isShown: boolean): void {
  if (element.hidden === isShown) element.hidden = !isShown;
}

/** A point kept inside the plot, so that a label of something out of sight rests at the edge that it left by. */
export const kept = (value: number, from: number, to: number): number => Math.min(to, Math.max(from, value));
