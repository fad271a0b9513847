/** The loader with everything outside the process played by the test: pointer, scripts, page and clock. */
import { refuse, succeed } from '@tessera/shared/errors';
import type { ReleasePointer, ReleaseReference, RemoteHandle, RemoteModule, RemotePointer } from '@tessera/shared/federation';
import { createRemotes } from '../createRemotes';
import type { RemoteEvent } from '../RemoteEvent';
import type { Remotes } from '../Remotes';
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
  stable,
  previous: null,
  canary: null,
  apply: 'now',
  disabled: null,
  lock: null,
  ...change,
});

export const aModule = (contract = '^1.0'): RemoteModule => ({ contract, mount: () => aHandle() });
export const aHandle = (change: Partial<RemoteHandle> = {}): RemoteHandle => ({
  update: () => undefined,
  canRelease: () => true,
  unmount: () => undefined,
  ...change,
});

const goodSignature = 'Z29vZA==';
/** A preview ticket as the release tool makes it; the bench takes its signature for good unless another is given. */
export function aTicket(remote: string, release: ReleaseReference, expiresAtMs: number, signature = goodSignature): string {
  const toUrl = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');
  return `${toUrl(btoa(JSON.stringify({ schema: 1, remote, release, expiresAtMs })))}.${signature}`;
}

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
  /** Versions kept whole. */
  readonly kept: string[];
  /** What each version does when it is loaded; a plain working module when nothing is said. */
  readonly behaviours: Map<string, Behaviour[]>;
  status: number | undefined;
  isHidden: boolean;
  /** From this share on the page is in a canary. */
  inCanaryFrom: number;
  /** The preview ticket of this browser session. */
  ticket: string | undefined;
  /** The server's clock. */
  serverMs: number;
  /** Publishes a new pointer for market, and others; undefined: the pointer cannot be had. */
  point(market: RemotePointer | undefined, others?: Readonly<Record<string, RemotePointer>>): void;
  /** The server announces the newest pointer. */
  announce(): Promise<void>;
  /** A cache on the way still answers with the pointer of this serial; undefined: with the newest. */
  cached: number | undefined;
  /** How often the pointer was asked for. */
  looks: number;
  pageChanged(): void;
}

export function remotesOnTheBench(): Bench {
  const clock = new TurnedClock();
  const pointers: (ReleasePointer | undefined)[] = [];
  let listener: () => void = () => undefined;
  const bench: Omit<Bench, 'remotes'> = {
    clock,
    events: [],
    asked: [],
    prefetched: [],
    kept: [],
    behaviours: new Map(),
    status: undefined,
    isHidden: false,
    inCanaryFrom: Infinity,
    ticket: undefined,
    serverMs: 1_000_000,
    cached: undefined,
    looks: 0,
    point(market, others = {}) {
      const serial = pointers.length + 1;
      pointers.push(
        market && {
          schema: 1,
          channel: 'prod',
          serial,
          issuedAtMs: 1,
          by: 'ada',
          reason: 'test',
          remotes: { market, ...others },
        },
      );
    },
    announce() {
      remotes.pointerAnnounced({ channel: 'prod', serial: pointers.length });
      return clock.turn(0);
    },
    pageChanged: () => listener(),
  };
  const remotes = createRemotes({
    clock,
    channel: 'prod',
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
    pointers: {
      load() {
        bench.looks += 1;
        const pointer = pointers[(bench.cached ?? pointers.length) - 1];
        return Promise.resolve(pointer === undefined ? refuse('unreachable') : succeed(pointer));
      },
    },
    preview: {
      ticket: { read: () => bench.ticket, forget: () => (bench.ticket = undefined) },
      isSigned: (_, signature) => Promise.resolve(signature === goodSignature),
      now: () => bench.serverMs + clock.now(),
    },
    isInCanary: ({ percent, frozen }) => Promise.resolve(!frozen && percent >= bench.inCanaryFrom),
    report: (event) => bench.events.push(event),
    statusOf: () => bench.status,
    keep: async ({ version }) => void bench.kept.push(version),
    prefetch: (files) => bench.prefetched.push(...files.map((file) => file.href)),
    isPageHidden: () => bench.isHidden,
    onPageChange: (next) => {
      listener = next;
      return () => undefined;
    },
  });
  return Object.assign(bench, { remotes });
}
