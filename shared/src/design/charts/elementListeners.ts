/** Listeners of one element that are removed together. */
export interface ElementListeners {
  listen<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
    isPassive?: boolean,
  ): void;
  removeAll(): void;
}

export function elementListeners(element: HTMLElement): ElementListeners {
  const removals: (() => void)[] = [];
  return {
    listen(type, listener, isPassive = true) {
      element.addEventListener(type, listener, { passive: isPassive });
      removals.push(() => element.removeEventListener(type, listener));
    },
    removeAll() {
      for (const remove of removals) remove();
    },
  };
}
