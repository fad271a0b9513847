import { fairness } from '@tessera/locales/load/fairness';
import { market } from '@tessera/locales/load/market';
import type { RemoteModule } from '@tessera/shared/federation';
import { createRemote } from '@tessera/shared/react';
import { marketRoutes } from './routes';

export const contract = '^1.2';

export const mount: RemoteModule['mount'] = createRemote({
  namespaces: { market },
  pageTexts: { '/pages/fairness/index': { fairness } },
  routes: marketRoutes,
});
