/**
 * The host-remote contract. A remote exposes one module, `RemoteModule`; the host hands it one `RemoteContext` and drives
 * it through the returned `RemoteHandle`. The package is types and one version string: a foreign remote can satisfy it
 * without this repository. A minor version only adds; a remote asks for `^major.minor` of the contract that it was built with
 * (docs/decisions/0024-asked-as-built.md), one of another maker for what it uses.
 *
 * The host owns all history, the token, theme, language, account mode, the one socket and the one quote stream. A remote
 * is a controlled view of the location it is given and holds no module-level mutable state.
 */
import type { Observable } from 'rxjs';
import type {
  AccountMode,
  BookFrame,
  Direction,
  EndpointName,
  EndpointRequest,
  EndpointResponse,
  Language,
  PrivateEvent,
  Quote,
} from '../domain/contract';
import type { AppError, ErrorCode, ErrorParams } from '../domain/errors';
import type { ServerClock } from '../domain/time';
import type { Evidence } from './Evidence';

export const contractVersion = '1.2.0';

/** A stream that always has a present value. RxJS' BehaviorSubject is one. */
export interface LiveValue<T> extends Observable<T> {
  readonly value: T;
}

/** A place in the app: the hash route without '#', split. `search` starts with '?' or is ''. */
export interface RemoteLocation {
  readonly pathname: string;
  readonly search: string;
  /** Changes with each visit, also to the same place. */
  readonly key: string;
}

/** The router's five verbs (specification, section 2). `query` is appended; a call whose target is the present page is skipped. */
export interface Navigation {
  navigate(path: string, query?: Readonly<Record<string, string>>): void;
  redirect(path: string, query?: Readonly<Record<string, string>>): void;
  switchTab(path: string): void;
  relaunch(path: string, query?: Readonly<Record<string, string>>): void;
  /** Back one page; to the landing tab when there is none. */
  back(): void;
  /** Sets the page's title (document title and, where the host draws a header, its heading). Already translated. */
  setTitle(title: string): void;
}

export type Theme = 'light' | 'dark';
/** What the person chose; 'system' follows the device. */
export type ThemeChoice = Theme | 'system';
/** Which colour means up: in some countries red is up. */
export type UpColor = 'green' | 'red';

export interface SessionState {
  readonly isSignedIn: boolean;
  /** The user number of the signed-in person; undefined for a visitor. */
  readonly userId: string | undefined;
  readonly mode: AccountMode;
  /** Grows with every sign-in, sign-out and mode switch: data fetched under an older generation must be dropped. */
  readonly generation: number;
}

export interface Session {
  readonly state: LiveValue<SessionState>;
  /** Takes over a token that user/login, user/register or user/switch_account answered. */
  signIn(token: string): Promise<void>;
  signOut(): Promise<void>;
  /** Toast "Please log in first" and the login page; after signing in the person returns to this page. */
  requestLogin(): void;
  switchMode(mode: AccountMode): Promise<void>;
}

export interface Preferences {
  readonly theme: LiveValue<Theme>;
  readonly themeChoice: LiveValue<ThemeChoice>;
  setThemeChoice(choice: ThemeChoice): void;
  readonly language: LiveValue<Language>;
  setLanguage(language: Language): void;
  readonly upColor: LiveValue<UpColor>;
  setUpColor(upColor: UpColor): void;
  /** The eye is closed: every page shows dots in place of the person's own amounts. A host may be without it. Since 1.2. */
  readonly amountsHidden?: LiveValue<boolean>;
  setAmountsHidden?(isHidden: boolean): void;
}

export interface ApiCallOptions {
  readonly signal?: AbortSignal;
  /** For calls that move money: one UUID per filled-in form, kept on retry. */
  readonly idempotencyKey?: string;
  /** False: the caller shows the error itself; otherwise the host toasts it for 3000 ms. Default true. */
  readonly toastErrors?: boolean;
  /** Of a call with a file: how much of it is on its way, 0 to 1. A host may be without it. Since 1.2. */
  readonly onProgress?: (share: number) => void;
}

/** The typed client of the endpoint table. Rejects with AppError only. */
export interface ApiClient {
  call<Name extends EndpointName>(
    name: Name,
    request: EndpointRequest<Name>,
    options?: ApiCallOptions,
  ): Promise<EndpointResponse<Name>>;
}

export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';

/** A quote as the shared stream hands it on: the server's quote and when this page last heard of it. */
export interface LiveQuote extends Quote {
  /** In the server's clock. Age = clock.now() - receivedAtMs. */
  readonly receivedAtMs: number;
}

/** The one shared quote stream. Subscriptions are reference-counted; values are conflated to one per animation frame. */
export interface QuoteStream {
  readonly connection: LiveValue<ConnectionState>;
  /**
   * Emits the changed quotes of `symbols` at most once per frame; the last known ones at once on subscription.
   * `isChart`: an open chart's symbol comes at the server's higher rate.
   */
  watch(symbols: readonly string[], options?: { readonly isChart?: boolean }): Observable<readonly LiveQuote[]>;
  /**
   * The order book of one symbol with the latest trades (newest first, at most 50), from the first frame on. One symbol at
   * a time has the wire: the latest watched. Since 1.1.
   */
  watchBook(symbol: string): Observable<BookFrame>;
  /** The last known quote, without subscribing. */
  peek(symbol: string): LiveQuote | undefined;
  /**
   * The version of the catalogue (coinList) that is in force, as the server last told it; undefined before it did. A host may be
   * without it: who reads the catalogue then asks from time to time. Since 1.2.
   */
  readonly catalogVersion?: LiveValue<number | undefined>;
  /**
   * The symbols in which trading is halted for everybody, as the server last told them; undefined before it did. A host may be without
   * it: the catalogue's `isHalted` counts then. Since 1.2.
   */
  readonly halted?: LiveValue<readonly string[] | undefined>;
}

export type ToastTone = 'info' | 'success' | 'error';
export interface Dialogs {
  /** Shown for `durationMs` (2000 by default), announced politely; errors assertively. Text is already translated. */
  toast(text: string, options?: { tone?: ToastTone; durationMs?: number; action?: { label: string; onSelect(): void } }): void;
  toastError(error: AppError): void;
  /** Resolves false on cancel, Escape or back. */
  confirm(question: {
    title: string;
    body?: string;
    confirmLabel: string;
    cancelLabel: string;
    isDangerous?: boolean;
  }): Promise<boolean>;
}

/** Values that survive a reload, per remote and per browser; never money or identity. */
export interface RemoteStorage {
  read(key: string): string | undefined;
  write(key: string, value: string): void;
  remove(key: string): void;
}

export interface ErrorReports {
  /** `where`: the part that failed. A remote's own name means that its whole page went down: the host counts it as a crash. */
  report(error: unknown, detail?: { readonly code?: ErrorCode; readonly params?: ErrorParams; readonly where?: string }): void;
}

/** Seconds orders in flight, shown as a chip on the tab bar: remote-trade tells the host, which owns the bar. */
export interface RunningOrder {
  readonly id: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly expiresAtMs: number;
}
export interface RunningOrders {
  set(orders: readonly RunningOrder[]): void;
}

export interface RemoteContext {
  /** The contract version that the host speaks. */
  readonly contract: string;
  readonly remote: { readonly name: string; readonly version: string };
  readonly location: RemoteLocation;
  readonly navigation: Navigation;
  readonly session: Session;
  readonly preferences: Preferences;
  readonly quotes: QuoteStream;
  /** Private, sequenced events of the signed-in user, in order, without gaps; a gap is announced as 'resync'. */
  readonly privateEvents$: Observable<PrivateEvent | { readonly type: 'resync' }>;
  readonly api: ApiClient;
  readonly clock: ServerClock;
  readonly dialogs: Dialogs;
  readonly reports: ErrorReports;
  readonly storage: RemoteStorage;
  readonly runningOrders: RunningOrders;
  /** What this device keeps of what the exchange published. Since 1.2. */
  readonly evidence: Evidence;
  /** Aborted at unmount: ends every request and subscription that was bound to it. */
  readonly signal: AbortSignal;
}

/** A key of the remote's own texts (namespace) is not enough for the host: the reason is already translated. */
export type ReleaseAnswer = true | { readonly reason: string };

export interface RemoteHandle {
  /** Called with every new location or context; must be cheap when nothing changed. */
  update(context: RemoteContext): void;
  /** May the host move this remote to another version now? A reason when not: an order ticket is open, say. */
  canRelease(): ReleaseAnswer;
  unmount(): void;
}

export interface RemoteModule {
  /** The contract range it needs: "^1.0". */
  readonly contract: string;
  mount(element: HTMLElement, context: RemoteContext): RemoteHandle;
}
