/**
 * The one release that this browser previews, until its ticket expires or the person leaves. `shown` is what the banner
 * says: it outlives the ticket for as long as the previewed release is still on screen. The release may be of a remote that
 * was never promoted: for this page the pointer then names it, with that release alone.
 */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { LiveValue, PreviewTicket, ReleasePointer, ReleaseReference, RemotePointer } from '@tessera/shared/federation';
import { readPreviewTicket, type TicketRules } from './previewTicket';
import type { RemoteClock } from './RemoteClock';

/** The server's clock may be learned or corrected meanwhile, so the end is looked at again before it comes. */
const maxWaitMs = 30_000;

/** Where the ticket of this browser session is kept. */
export interface KeptTicket {
  read(): string | undefined;
  forget(): void;
}

export interface PreviewDeps extends TicketRules {
  readonly ticket: KeptTicket;
  readonly clock: RemoteClock;
  onExpired(ticket: PreviewTicket): void;
}

export interface Preview {
  readonly shown: LiveValue<PreviewTicket | undefined>;
  /** Verifies the kept ticket, once. */
  begin(): Promise<void>;
  /** The pointer as this page sees it while the preview lasts. */
  addedTo(pointer: ReleasePointer): ReleasePointer;
  /** The previewed release of this remote while the preview lasts. */
  releaseOf(remote: string): ReleaseReference | undefined;
  /** The person leaves. Answers what is previewed, or still on screen of a preview that has expired. */
  leave(): PreviewTicket | undefined;
  /** A preview that is over has left the screen. */
  hasLeftScreen(): void;
  stop(): void;
}

export function createPreview(parts: PreviewDeps): Preview {
  const shown = new BehaviorSubject<PreviewTicket | undefined>(undefined);
  let inForce: PreviewTicket | undefined;
  let hasBegun = false;
  let callOffEnd: () => void = () => undefined;

  function end(): void {
    callOffEnd();
    inForce = undefined;
    parts.ticket.forget();
  }

  function awaitEnd(ticket: PreviewTicket): void {
    const leftMs = ticket.expiresAtMs - parts.now();
    if (leftMs > 0) {
      callOffEnd = parts.clock.after(Math.min(leftMs, maxWaitMs), () => awaitEnd(ticket));
      return;
    }
    end();
    parts.onExpired(ticket);
  }

  return {
    shown,
    async begin() {
      if (hasBegun) return;
      hasBegun = true;
      const text = parts.ticket.read();
      if (text === undefined) return;
      const ticket = await readPreviewTicket(text, parts);
      if (ticket === undefined) return parts.ticket.forget();
      inForce = ticket;
      shown.next(ticket);
      awaitEnd(ticket);
    },
    addedTo: (pointer) =>
      inForce === undefined ? pointer : { ...pointer, remotes: { [inForce.remote]: alone(inForce.release), ...pointer.remotes } },
    releaseOf: (remote) => (inForce?.remote === remote ? inForce.release : undefined),
    leave() {
      end();
      return shown.value;
    },
    hasLeftScreen() {
      if (inForce === undefined && shown.value !== undefined) shown.next(undefined);
    },
    stop: () => callOffEnd(),
  };
}

const alone = (release: ReleaseReference): RemotePointer => ({
  stable: release,
  previous: null,
  canary: null,
  apply: 'next-safe',
  disabled: null,
  lock: null,
});
