import { lazy, Suspense, useState, type ComponentType } from 'react';
import { ErrorBoundary, type FallbackProps } from '@tessera/shared/kernel';
import { useRemoteContext } from '@tessera/shared/react';
import { ErrorState, SkeletonRows } from '@tessera/shared/ui';

/**
 * The main content of a page in a chunk of its own. If the chunk fails to load or to render, that is reported under the remote's name, like a
 * failure of the page's own chunk, so that the host goes to the release before. Until then the part shows the error and a button to try again.
 */
export function LaterPart({ load }: { readonly load: () => Promise<ComponentType> }) {
  const { reports, remote } = useRemoteContext();
  const [Part, setPart] = useState(() => laterOf(load));
  return (
    <ErrorBoundary
      FallbackComponent={NoPart}
      onError={(error) => reports.report(error, { where: remote.name })}
      onReset={() => setPart(() => laterOf(load))}
    >
      <Suspense fallback={<SkeletonRows count={6} />}>
        <Part />
      </Suspense>
    </ErrorBoundary>
  );
}

const laterOf = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

function NoPart({ resetErrorBoundary }: FallbackProps) {
  return <ErrorState onRetry={() => resetErrorBoundary()} />;
}
