import { StrictMode, type ReactNode } from 'react';
import { ErrorBoundary, I18nextProvider } from '@tessera/shared/kernel';
import { ErrorState } from '@tessera/shared/ui';
import { HostServicesProvider, type HostServices } from './bootstrap/HostServices';
import { AppFrame } from './frame/AppFrame';

export function App({ services }: { readonly services: HostServices }): ReactNode {
  return (
    <StrictMode>
      <I18nextProvider i18n={services.i18n}>
        <HostServicesProvider value={services}>
          <ErrorBoundary
            onError={(error) => services.reports.report(error, { where: 'shell' })}
            fallbackRender={({ resetErrorBoundary }) => (
              <ErrorState
                error={{ code: 'REQUEST_EXCEPTION', params: { trace: 'shell' } }}
                onRetry={() => resetErrorBoundary()}
              />
            )}
          >
            <AppFrame />
          </ErrorBoundary>
        </HostServicesProvider>
      </I18nextProvider>
    </StrictMode>
  );
}
