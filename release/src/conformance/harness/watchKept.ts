/**
 * Knows which observers and media queries of this page are alive, and keeps none of them alive. The browser could be asked for the
 * instances of a class, but each such question collects all garbage and walks the whole heap. It must come before any other module makes one.
 */
const made = new Map<string, WeakRef<object>[]>();

function note(kind: string, thing: object): void {
  const known = made.get(kind) ?? [];
  known.push(new WeakRef(thing));
  made.set(kind, known);
}

const alive = (kind: string): readonly object[] => (made.get(kind) ?? []).flatMap((ref) => ref.deref() ?? []);

const observers = ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'] as const;

for (const kind of observers) {
  const Native = window[kind] as new (...values: unknown[]) => object;
  const Noted = class extends Native {
    constructor(...values: unknown[]) {
      super(...values);
      note(kind, this);
    }
  };
  Object.assign(window, { [kind]: Noted });
}

const ask = window.matchMedia.bind(window);
window.matchMedia = (query) => {
  const answer = ask(query);
  note('MediaQueryList', answer);
  return answer;
};

/** Those whose garbage has been collected count no more. */
export const liveObservers = (): Readonly<Record<string, number>> =>
  Object.fromEntries(observers.map((kind) => [kind, alive(kind).length]));

export const mediaQueries = (): readonly object[] => alive('MediaQueryList');
