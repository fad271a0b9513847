/**
 * Shows one remote: mounts the release that the loader names, hands every new context on, and swaps releases in place when
 * the loader names another one. A remote renders with a React root of its own, so its faults do not reach this tree; they
 * are recognised by the release's address in the error and end in the release before, not in a broken page.
 */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { ReleaseReference, RemoteContext, RemoteHandle, RemoteName } from '@tessera/shared/federation';
import { browserRemoteClock } from './RemoteClock';
import type { RemoteFailure } from './RemoteFailure';
import type { ReadyRemote } from './RemoteState';
import type { Remotes } from './createRemotes';
import { setReleaseStyles } from './releaseStyles';

/** A load that is over sooner shows no skeleton: a flash of it is more restless than the short wait. */
const skeletonAfterMs = 300;

export type CreateRemoteContext = (remote: RemoteContext['remote'], signal: AbortSignal) => RemoteContext;

export interface RemoteOutletProps {
  readonly remotes: Remotes;
  readonly name: RemoteName;
  /** A new function means a new context (another place, say): it is handed to the remote's `update`. */
  readonly createContext: CreateRemoteContext;
  readonly skeleton: ReactNode;
  readonly renderFailed: (failure: RemoteFailure, retry: () => void) => ReactNode;
  readonly renderDisabled: (message: Readonly<Record<string, string>>) => ReactNode;
}

export function RemoteOutlet({ remotes, name, createContext, skeleton, renderFailed, renderDisabled }: RemoteOutletProps): ReactNode {
  const live = remotes.state(name);
  const state = useSyncExternalStore(
    (onChange) => {
      const subscription = live.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    () => live.value,
  );
  useEffect(() => {
    void remotes.load(name);
  }, [remotes, name]);

  switch (state.kind) {
    case 'ready':
      return <MountedRemote key={`${name} ${state.release.version}`} remotes={remotes} name={name} ready={state} createContext={createContext} />;
    case 'failed':
      return renderFailed(state.failure, () => void remotes.retry(name));
    case 'disabled':
      return renderDisabled(state.message);
    case 'idle':
    case 'loading':
      return <Late ms={skeletonAfterMs}>{skeleton}</Late>;
  }
}

function Late({ ms, children }: { readonly ms: number; readonly children: ReactNode }): ReactNode {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => browserRemoteClock.after(ms, () => setIsDue(true)), [ms]);
  return isDue ? children : null;
}

interface MountedRemoteProps extends Pick<RemoteOutletProps, 'remotes' | 'name' | 'createContext'> {
  readonly ready: ReadyRemote;
}

function MountedRemote({ remotes, name, ready, createContext }: MountedRemoteProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const update = useRef<((create: CreateRemoteContext) => void) | undefined>(undefined);
  const latest = useRef(createContext);
  /** Grows when the same release is put up again after its first crash. */
  const [attempt, setAttempt] = useState(0);

  useLayoutEffect(() => {
    latest.current = createContext;
  }, [createContext]);

  useLayoutEffect(() => {
    if (element.current === null) return;
    const shown = mountRelease({
      parent: element.current,
      name,
      ready,
      createContext: latest.current,
      onMounted: (handle) => remotes.mounted(name, ready.release, handle),
      onCrash: (detail, isFatal) => {
        const isGivenUp = remotes.crashed(name, ready.release, detail, isFatal);
        if (!isGivenUp) setAttempt((before) => before + 1);
      },
    });
    update.current = shown.update;
    return () => {
      update.current = undefined;
      shown.remove();
    };
  }, [remotes, name, ready, attempt]);

  useLayoutEffect(() => update.current?.(createContext), [createContext]);
  return <div ref={element} data-remote={name} data-remote-version={ready.release.version} style={{ display: 'contents' }} />;
}

interface MountReleaseParts {
  readonly parent: HTMLElement;
  readonly name: RemoteName;
  readonly ready: ReadyRemote;
  readonly createContext: CreateRemoteContext;
  onMounted(handle: RemoteHandle): () => void;
  /** `isFatal`: it never showed anything, so putting it up again is no use. */
  onCrash(detail: string, isFatal: boolean): void;
}

function mountRelease(parts: MountReleaseParts): { update(create: CreateRemoteContext): void; remove(): void } {
  const { release, module } = parts.ready;
  const about = { name: parts.name, version: release.version };
  const life = new AbortController();
  const root = document.createElement('div');
  root.style.display = 'contents';
  let handle: RemoteHandle | undefined;
  let leave: () => void = () => undefined;
  let hasShown = false;
  let lastCreate: CreateRemoteContext | undefined;

  const guarded = (what: string, action: () => void): void => {
    try {
      action();
    } catch (error) {
      parts.onCrash(`${what}: ${String(error)}`, what === 'mount');
    }
  };

  /** A React root that met an error it cannot show takes its whole content down: the emptied element is the sign. */
  const onWindowError = ({ filename, error, message }: ErrorEvent): void => {
    if (!isFrom(release, `${filename} ${(error as Error | null)?.stack ?? ''}`)) return;
    browserRemoteClock.after(0, () => {
      if (!life.signal.aborted && root.childElementCount === 0) parts.onCrash(message, !hasShown);
    });
  };
  const watch = new MutationObserver(() => {
    hasShown ||= root.childElementCount > 0;
  });

  setReleaseStyles(release, true);
  parts.parent.append(root);
  watch.observe(root, { childList: true });
  window.addEventListener('error', onWindowError);
  guarded('mount', () => {
    lastCreate = parts.createContext;
    handle = module.mount(root, parts.createContext(about, life.signal));
    leave = parts.onMounted(handle);
  });

  return {
    update(create) {
      if (handle === undefined || create === lastCreate) return;
      lastCreate = create;
      guarded('update', () => handle?.update(create(about, life.signal)));
    },
    remove() {
      life.abort();
      window.removeEventListener('error', onWindowError);
      watch.disconnect();
      const leaving = handle;
      handle = undefined;
      // This runs inside a commit, and React cannot take one root down within another's: it would do so later, on nodes
      // that are gone by then. Right after the commit it can.
      queueMicrotask(() => {
        guarded('unmount', () => leaving?.unmount());
        setReleaseStyles(release, false);
      });
      root.remove();
      leave();
    },
  };
}

/** Is this text (a file name, a stack) about a file of the release? */
function isFrom(release: ReleaseReference, text: string): boolean {
  return text.includes(release.entry.slice(0, release.entry.lastIndexOf('/') + 1));
}
