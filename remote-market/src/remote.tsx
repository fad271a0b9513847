import { fairness } from '@tessera/locales/load/fairness';
import { help } from '@tessera/locales/load/help';
import { lists } from '@tessera/locales/load/lists';
import { market } from '@tessera/locales/load/market';
import { wallet } from '@tessera/locales/load/wallet';
import type { RemoteModule } from '@tessera/shared/federation';
import { createRemote } from '@tessera/shared/react';
import { marketRoutes } from './routes';

export const contract = '^1.2';

export const mount: RemoteModule['mount'] = createRemote({
  namespaces: { market, wallet },
  pageTexts: {
    '/pages/fairness/index': { fairness },
    '/pages/help/index': { help },
    '/pages/help/detail': { help },
    '/pages/notification/index': { lists },
  },
  routes: marketRoutes,
});
