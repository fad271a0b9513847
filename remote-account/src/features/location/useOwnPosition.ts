import { useState } from 'react';
import type { Point } from './world/Place';

export type OwnPosition =
  | { readonly state: 'unasked' | 'asking' | 'denied' | 'unfound' }
  | { readonly state: 'found'; readonly point: Point };

const limitMs = 10_000;
/** A place does not move fast: one that the device knows already is good for ten minutes. */
const knownForMs = 600_000;

/** Where the device is, if the person asks for it and the browser allows it. It stays on the device. */
export function useOwnPosition(): { readonly position: OwnPosition; readonly ask: (() => void) | undefined } {
  const [position, setPosition] = useState<OwnPosition>({ state: 'unasked' });
  if (!('geolocation' in navigator)) return { position, ask: undefined };
  return {
    position,
    ask() {
      setPosition({ state: 'asking' });
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude } }) => setPosition({ state: 'found', point: { latitude, longitude } }),
        ({ code, PERMISSION_DENIED }) => setPosition({ state: code === PERMISSION_DENIED ? 'denied' : 'unfound' }),
        { enableHighAccuracy: false, timeout: limitMs, maximumAge: knownForMs },
      );
    },
  };
}
