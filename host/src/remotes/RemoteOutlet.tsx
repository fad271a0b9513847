/**
 * Shows one remote: mounts the release that the loader names, hands every new context on, and swaps releases in place when
 * the loader names another one. A remote renders with a React root of its own, so its faults do not reach this tree; they
 * are recognised by the release's address in the error and end in the release before, not in a broken page.
 */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import {
  isChunkFault,
  type ErrorReports,
  type ReleaseReference,
  type RemoteContext,
  type RemoteHandle,
} from '@tessera/shared/federation';
import { createFormDrafts, type FormDrafts } from './formDrafts';
import { holdReleaseStyles } from './releaseStyles';
import { browserRemoteClock } from './RemoteClock';
import type { RemoteFailure } from './RemoteFailure';
import type { Remotes } from './Remotes';
import type { ReadyRemote } from './RemoteState';

/** A load that is over sooner shows no skeleton: a flash of it is more restless than the short wait. */
const skeletonAfterMs = 300;

export type CreateRemoteContext = (remote: RemoteContext['remote'], signal: AbortSignal) => RemoteContext;

export interface RemoteOutletProps {
  readonly remotes: Remotes;
  readonly name: string;
  /** A new function means a new context (another place, say): it is handed to the remote's `update`. */
  readonly createContext: CreateRemoteContext;
  readonly skeleton: ReactNode;
  readonly renderFailed: (failure: RemoteFailure, retry: () => void) => ReactNode;
  readonly renderDisabled: (message: Readonly<Record<string, string>>) => ReactNode;
}

export function RemoteOutlet({
  remotes,
  name,
  createContext,
  skeleton,
  renderFailed,
  renderDisabled,
}: RemoteOutletProps): ReactNode {
  const live = remotes.state(name);
  const [drafts] = useState(createFormDrafts);
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
  // A new place is a new chance: what crashed may have been the page before.
  useEffect(() => {
    const { value } = live;
    if (value.kind === 'failed' && value.failure.kind === 'crash') void remotes.retry(name);
  }, [remotes, name, live, createContext]);

  switch (state.kind) {
    case 'ready':
      return (
        <MountedRemote
          key={`${name} ${state.release.version}`}
          remotes={remotes}
          name={name}
          ready={state}
          drafts={drafts}
          createContext={createContext}
        />
      );
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
  /** Outlive the release, so that another one can go on with what was typed. */
  readonly drafts: FormDrafts;
}

function MountedRemote({ remotes, name, ready, drafts, createContext }: MountedRemoteProps): ReactNode {
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
      drafts,
      createContext: latest.current,
      onMounted: (handle) =>
        remotes.mounted(name, {
          ...handle,
          canRelease: () => drafts.mayRelease(() => handle.canRelease()),
        }),
      onChunkFault: (detail) => remotes.chunkFailed(name, ready, detail),
      onCrash: (detail, isFatal) => {
        drafts.forget();
        const isGivenUp = remotes.crashed(name, ready.release, detail, isFatal);
        if (!isGivenUp) setAttempt((before) => before + 1);
      },
    });
    update.current = shown.update;
    return () => {
      update.current = undefined;
      shown.remove();
    };
  }, [remotes, name, ready, drafts, attempt]);

  useLayoutEffect(() => update.current?.(createContext), [createContext]);
  return <div ref={element} data-remote={name} data-remote-version={ready.release.version} style={{ display: 'contents' }} />;
}

interface MountReleaseDeps {
  readonly parent: HTMLElement;
  readonly name: string;
  readonly ready: ReadyRemote;
  readonly drafts: FormDrafts;
  readonly createContext: CreateRemoteContext;
  onMounted(handle: RemoteHandle): () => void;
  /** `isFatal`: it never showed anything, so putting it up again is no use. */
  onCrash(detail: string, isFatal: boolean): void;
  onChunkFault(detail: string): void;
}

function mountRelease(parts: MountReleaseDeps): { update(create: CreateRemoteContext): void; remove(): void } {
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

  /** Once the release has had its chance to show something in the place of what failed. */
  const afterwards = (action: (isEmpty: boolean) => void): void => {
    browserRemoteClock.after(0, () => {
      if (!life.signal.aborted) action(root.childElementCount === 0);
    });
  };
  /** A React root that met an error it cannot show takes its whole content down: the emptied element is the sign. */
  const onWindowError = ({ filename, error, message }: ErrorEvent): void => {
    if (!isFrom(release, `${filename} ${(error as Error | null)?.stack ?? ''}`)) return;
    afterwards((isEmpty) => {
      if (isEmpty) parts.onCrash(message, !hasShown);
    });
  };
  /** What a remote reports under its own name took its whole page down, whatever it shows now in the place. */
  const watched = (reports: ErrorReports): ErrorReports => ({
    report(error, detail) {
      reports.report(error, detail);
      if (detail?.where !== parts.name) return;
      if (isChunkFault(error)) parts.onChunkFault(String(error));
      else afterwards((isEmpty) => parts.onCrash(String(error), isEmpty && !hasShown));
    },
  });
  const contextBy = (create: CreateRemoteContext): RemoteContext => {
    const context = create(about, life.signal);
    parts.drafts.at(context.location.pathname);
    return { ...context, reports: watched(context.reports) };
  };
  const watch = new MutationObserver(() => {
    hasShown ||= root.childElementCount > 0;
  });

  const dropStyles = holdReleaseStyles(release);
  parts.parent.append(root);
  watch.observe(root, { childList: true });
  window.addEventListener('error', onWindowError);
  guarded('mount', () => {
    lastCreate = parts.createContext;
    handle = module.mount(root, contextBy(parts.createContext));
    leave = parts.onMounted(handle);
  });
  const keepDrafts = parts.drafts.watch(root);

  return {
    update(create) {
      if (handle === undefined || create === lastCreate) return;
      lastCreate = create;
      guarded('update', () => handle?.update(contextBy(create)));
    },
    remove() {
      keepDrafts();
      life.abort();
      window.removeEventListener('error', onWindowError);
      watch.disconnect();
      const leaving = handle;
      handle = undefined;
      // This runs inside a commit, and React cannot take one root down within another's: it would do so later, on nodes
      // that are gone by then. Right after the commit it can.
      queueMicrotask(() => {
        guarded('unmount', () => leaving?.unmount());
        dropStyles();
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
