import { lazy, Suspense, useState, type ComponentType } from 'react';
import { ErrorBoundary, type FallbackProps } from '@tessera/shared/kernel';
import { ErrorState, SkeletonRows } from '@tessera/shared/ui';

/** A part of a page whose code comes after the page's own. Where it does not come, only this part says so, and it can be asked for again. */
export function LaterPart({ load }: { readonly load: () => Promise<ComponentType> }) {
  const [Part, setPart] = useState(() => laterOf(load));
  return (
    <ErrorBoundary FallbackComponent={NoPart} onReset={() => setPart(() => laterOf(load))}>
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
