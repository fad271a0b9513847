/** The plot is a slider over its bars: tells those who do not see it which bar is chosen. */
import type { Bar } from './Bar';
import type { Bounds } from './view';

export function tellSlider(
  element: HTMLElement,
  { first, last }: Bounds,
  chosen: { readonly index: number; readonly bar: Bar },
  textOf: (bar: Bar) => string,
): void {
  element.setAttribute('aria-valuemax', String(last - first));
  element.setAttribute('aria-valuenow', String(chosen.index - first));
  element.setAttribute('aria-valuetext', textOf(chosen.bar));
}
