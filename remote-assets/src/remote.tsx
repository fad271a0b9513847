import { actions } from '@tessera/locales/load/actions';
import { lists } from '@tessera/locales/load/lists';
import { assets } from '@tessera/locales/load/assets';
import { pictures } from '@tessera/locales/load/pictures';
import { topup } from '@tessera/locales/load/topup';
import { wallet } from '@tessera/locales/load/wallet';
import type { RemoteModule } from '@tessera/shared/federation';
import { createRemote } from '@tessera/shared/react';
import { assetsRoutes } from './routes';

export const contract = '^1.2';

export const mount: RemoteModule['mount'] = createRemote({
  namespaces: { assets, actions, lists, wallet },
  pageTexts: {
    '/pages/assets/topup': { topup, pictures },
    '/pages/assets/topupOrder': { topup },
  },
  routes: assetsRoutes,
});
