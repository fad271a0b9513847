/**
 * The one release that this browser previews, until its ticket expires or the person leaves. `shown` is what the banner
 * says: it outlives the ticket for as long as the previewed release is still on screen.
 */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { LiveValue, PreviewTicket, ReleasePointer, ReleaseReference } from '@tessera/shared/federation';
import { readPreviewTicket, type TicketRules } from './previewTicket';
import type { RemoteClock } from './RemoteClock';

/** The server's clock may be learned or corrected meanwhile, so the end is looked at again before it comes. */
const longestWaitMs = 30_000;

/** Where the ticket of this browser session is kept. */
export interface KeptTicket {
  read(): string | undefined;
  forget(): void;
}

export interface PreviewParts extends TicketRules {
  readonly ticket: KeptTicket;
  readonly clock: RemoteClock;
  onExpired(ticket: PreviewTicket): void;
}

export interface Preview {
  readonly shown: LiveValue<PreviewTicket | undefined>;
  /** Verifies the kept ticket, once; a ticket for a remote that the pointer does not name is no ticket. */
  begin(pointer: ReleasePointer): Promise<void>;
  /** The previewed release of this remote while the preview lasts. */
  releaseOf(remote: string): ReleaseReference | undefined;
  /** The person leaves. Answers what was previewed. */
  leave(): PreviewTicket | undefined;
  /** A preview that is over has left the screen. */
  hasLeftScreen(): void;
  stop(): void;
}

export function createPreview(parts: PreviewParts): Preview {
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
      callOffEnd = parts.clock.after(Math.min(leftMs, longestWaitMs), () => awaitEnd(ticket));
      return;
    }
    end();
    parts.onExpired(ticket);
  }

  return {
    shown,
    async begin(pointer) {
      if (hasBegun) return;
      hasBegun = true;
      const text = parts.ticket.read();
      if (text === undefined) return;
      const ticket = await readPreviewTicket(text, parts);
      if (ticket === undefined || pointer.remotes[ticket.remote] === undefined) return parts.ticket.forget();
      inForce = ticket;
      shown.next(ticket);
      awaitEnd(ticket);
    },
    releaseOf: (remote) => (inForce?.remote === remote ? inForce.release : undefined),
    leave() {
      const left = inForce;
      end();
      return left;
    },
    hasLeftScreen() {
      if (inForce === undefined && shown.value !== undefined) shown.next(undefined);
    },
    stop: () => callOffEnd(),
  };
}
