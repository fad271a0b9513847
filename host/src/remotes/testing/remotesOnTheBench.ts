/** The loader with everything outside the process played by the test: pointer, scripts, page and clock. */
import { refuse, succeed } from '@tessera/shared/errors';
import type { ReleasePointer, ReleaseReference, RemoteHandle, RemoteModule, RemotePointer } from '@tessera/shared/federation';
import { createRemotes, type RemoteEvent, type Remotes } from '../createRemotes';
import { TurnedClock } from './TurnedClock';

export type Behaviour = RemoteModule | { readonly rejects: Error } | 'hangs' | { readonly exposes: unknown };

export const aRelease = (version: string, change: Partial<ReleaseReference> = {}): ReleaseReference => ({
  version,
  entry: `/r/market/${version}/remoteEntry.js`,
  type: 'global',
  global: `market_${version.split('+')[1]}`,
  integrity: `sha384-${'A'.repeat(64)}`,
  contract: '^1.0',
  ...change,
});

export const aRemotePointer = (stable: ReleaseReference, change: Partial<RemotePointer> = {}): RemotePointer => ({
  stable, previous: null, canary: null, apply: 'now', disabled: null, lock: null, ...change,
});

export const aModule = (contract = '^1.0'): RemoteModule => ({ contract, mount: () => aHandle() });
export const aHandle = (change: Partial<RemoteHandle> = {}): RemoteHandle => ({
  update: () => undefined, canRelease: () => true, unmount: () => undefined, ...change,
});

export class NamedError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export interface Bench {
  readonly remotes: Remotes;
  readonly clock: TurnedClock;
  readonly events: RemoteEvent[];
  /** Versions asked of the runtime, in order. */
  readonly asked: string[];
  readonly prefetched: string[];
  /** What each version does when it is loaded; a plain working module when nothing is said. */
  readonly behaviours: Map<string, Behaviour[]>;
  status: number | undefined;
  isHidden: boolean;
  /** Publishes a new pointer for market; undefined: the pointer cannot be had. */
  point(market: RemotePointer | undefined): void;
  pageChanged(): void;
}

export function remotesOnTheBench(): Bench {
  const clock = new TurnedClock();
  let pointer: ReleasePointer | undefined;
  let serial = 0;
  let listener: () => void = () => undefined;
  const bench: Omit<Bench, 'remotes'> = {
    clock,
    events: [],
    asked: [],
    prefetched: [],
    behaviours: new Map(),
    status: undefined,
    isHidden: false,
    point(market) {
      serial += 1;
      pointer = market && { schema: 1, channel: 'prod', serial, issuedAtMs: 1, by: 'ada', reason: 'test', remotes: { market } };
    },
    pageChanged: () => listener(),
  };
  const remotes = createRemotes({
    clock,
    contractVersion: '1.2.0',
    runtime: {
      load({ version }) {
        bench.asked.push(version);
        const planned = bench.behaviours.get(version) ?? [];
        const behaviour = planned.length > 1 ? planned.shift() : planned[0];
        if (behaviour === 'hangs') return new Promise(() => undefined);
        if (behaviour !== undefined && 'rejects' in behaviour) return Promise.reject(behaviour.rejects);
        return Promise.resolve(behaviour === undefined ? aModule() : 'exposes' in behaviour ? behaviour.exposes : behaviour);
      },
    },
    pointers: { load: () => Promise.resolve(pointer === undefined ? refuse('unreachable') : succeed(pointer)) },
    report: (event) => bench.events.push(event),
    statusOf: () => bench.status,
    prefetch: (files) => bench.prefetched.push(...files.map((file) => file.href)),
    isPageHidden: () => bench.isHidden,
    onPageChange: (next) => {
      listener = next;
      return () => undefined;
    },
  });
  return Object.assign(bench, { remotes });
}
