/**
 * Contrast is most of what axe computes, and a page has the same colours many times: rows of a list, the frame around every page. In one
 * document a text is passed over once axe has found the contrast of one like it in order.
 *
 * Alike: in the same colour and letters, on the same layers: whatever it lies in that is painted or blended, and whatever of that lies
 * out of the flow there. Another theme has other colours. What was found wanting, or could not be judged, is judged each time.
 *
 * Runs in the page, once axe is there.
 */
interface Check {
  data(told: { readonly messageKey?: string }): void;
}

interface Axe {
  run: (...asked: unknown[]) => Promise<unknown>;
  readonly _audit: {
    readonly rules: readonly { readonly id: string; matches: (element: Element, ...more: unknown[]) => boolean }[];
    readonly checks: Readonly<
      Record<string, { evaluate: (this: Check, element: Element, ...more: unknown[]) => boolean | undefined }>
    >;
  };
}

export function judgeContrastOnce(): void {
  const { axe } = window as unknown as { axe: Axe };
  const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast');
  const check = axe._audit.checks['color-contrast'];
  if (rule === undefined || check === undefined) throw new Error('axe judges contrast under another name');

  const inOrder = new Set<string>();
  /** Of one run: colours change from one to the next. */
  let layers = new Map<Element, { readonly paint: string; readonly isOutOfFlow: boolean }>();
  let grounds = new Map<Element, string>();

  const layerOf = (element: Element) => {
    const known = layers.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const blended = [style.opacity, style.filter, style.mixBlendMode].join(' ');
    const isPainted =
      style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.backgroundImage !== 'none' || blended !== '1 none normal';
    const picture = element.matches('img, svg, canvas, video') ? element.tagName : '';
    const paint = isPainted || picture !== '' ? `${picture} ${style.backgroundColor} ${style.backgroundImage} ${blended}/` : '';
    const found = { paint, isOutOfFlow: style.position === 'absolute' || style.position === 'fixed' };
    layers.set(element, found);
    return found;
  };
  /** All that is painted under what stands in the element, or over it. */
  const groundOf = (element: Element): string => {
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const parent = element.parentElement;
    const beside = [...(parent?.children ?? [])].filter((child) => child !== element && layerOf(child).isOutOfFlow);
    const ground = [
      parent === null ? '' : groundOf(parent),
      layerOf(element).paint,
      ...beside.map((child) => layerOf(child).paint),
    ].join('');
    grounds.set(element, ground);
    return ground;
  };
  const kindOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    return [color, fontSize, fontWeight, textShadow, groundOf(element)].join(' ');
  };
  const mayHaveText = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim() !== '');

  const { run } = axe;
  axe.run = (...asked) => {
    layers = new Map();
    grounds = new Map();
    return run(...asked);
  };
  const { matches } = rule;
  rule.matches = (element, ...more) => mayHaveText(element) && !inOrder.has(kindOf(element)) && matches(element, ...more);
  const { evaluate } = check;
  check.evaluate = function (element, ...more) {
    const kind = kindOf(element);
    // Of those that were found to be matches, the ones before may have been alike.
    if (inOrder.has(kind)) return true;
    let isHidden = false;
    const data: Check['data'] = (told) => {
      isHidden ||= told.messageKey === 'hidden';
      this.data(told);
    };
    const isInOrder = evaluate.call(Object.assign(Object.create(this) as Check, { data }), element, ...more);
    if (isInOrder === true && !isHidden) inOrder.add(kind);
    return isInOrder;
  };
}
