/** What `status --json`, `history --json` and the operators' console show. Times are epoch milliseconds; absent is null, never 0. */
export interface StatusReport {
  readonly channel: string;
  readonly serial: number;
  readonly changedBy: string | null;
  readonly reason: string | null;
  readonly changedAtMs: number | null;
  readonly host: {
    readonly live: string | null;
    readonly contract: string | null;
    readonly sessions: Readonly<Record<string, number>>;
  };
  readonly remotes: Readonly<Record<string, RemoteStatus>>;
  /** Servers whose presence is fresh; 0: nobody tells what pages run, so sessions are unknown (null). */
  readonly nodes: number;
  /** Files of presence that this tool does not understand: what their servers' pages run is missing above. */
  readonly unreadablePresence: readonly string[];
}

/** What the pointer says of one remote. */
export interface NamedReleases {
  readonly stable: string | null;
  readonly previous: string | null;
  readonly canary: { readonly version: string; readonly percent: number; readonly isHalted: boolean } | null;
  readonly apply: 'next-safe' | 'now' | null;
  readonly lock: { readonly by: string; readonly reason: string; readonly atMs: number } | null;
  readonly disabled: Readonly<Record<string, string>> | null;
}

export interface RemoteStatus extends NamedReleases {
  /** Newest first. */
  readonly published: readonly {
    readonly version: string;
    readonly builtAtMs: number;
    readonly contract: string;
    readonly isProven: boolean;
    /** What its publisher says of it. */
    readonly note: string | null;
  }[];
  /** Sessions per version, also of versions that are no longer named (draining); null when unknown. */
  readonly sessions: Readonly<Record<string, number>> | null;
  /** The last hour per version and minute, oldest first. */
  readonly failures: readonly {
    readonly minuteMs: number;
    readonly version: string;
    readonly loaded: number;
    readonly failed: number;
  }[];
}

export interface HistoryEntry {
  readonly serial: number;
  readonly atMs: number;
  readonly by: string;
  readonly reason: string;
  /** One line per remote that changed: "market: stable 0.1.0+aa… -> 0.2.0+bb…, locked". */
  readonly changes: readonly string[];
  readonly isSigned: boolean;
}
