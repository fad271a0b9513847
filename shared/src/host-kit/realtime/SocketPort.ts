import type { Observable } from '@tessera/shared/kernel';
import type { QuoteBatch, ReleaseEvent, RunningReleases, ServerToClient } from '../../domain/contract';

type Incoming<Name extends keyof ServerToClient> = Parameters<ServerToClient[Name]> extends [infer Value] ? Value : void;

/** What the parts of this folder need of the one socket. Streams are hot; nothing is replayed except isConnected$. */
export interface SocketPort {
  /** Begins with the present state. `true` comes once per connect, so also after every reconnect. */
  readonly isConnected$: Observable<boolean>;
  on<Name extends keyof ServerToClient>(name: Name): Observable<Incoming<Name>>;
  /** Resolves with the snapshot; rejects when no answer comes in time. */
  subscribe(symbols: readonly string[]): Promise<QuoteBatch>;
  unsubscribe(symbols: readonly string[]): void;
  watchChart(symbol: string | null): void;
  watchBook(symbol: string | null): void;
  tellRunning(running: RunningReleases): void;
  tellReleaseEvent(event: ReleaseEvent): void;
  /** The server's time; rejects when no answer comes within `limitMs`. */
  askTime(limitMs: number): Promise<number>;
  /** Drops whatever connection there is, even one that looks open, and connects at once with the present token. */
  reopen(): void;
  close(): void;
}
