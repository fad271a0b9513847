/** Single keys of a page. They rest while something is typed, while a dialog is open, and for who turned them off. */
import { useEffect, useRef } from 'react';
import { areKeysOn } from './keysPreference';

/** By `KeyboardEvent.key`. */
export type Keys = Readonly<Record<string, () => void>>;

const typing = 'input:not([type="checkbox"]), select, textarea, [contenteditable]';

export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !areKeysOn()) return;
      if (event.target instanceof Element && event.target.closest(typing) !== null) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const does = latest.current[event.key];
      if (does === undefined) return;
      event.preventDefault();
      does();
    };
    window.addEventListener('keydown', act);
    return () => window.removeEventListener('keydown', act);
  }, []);
}
