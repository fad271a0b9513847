import { actions } from '@tessera/locales/load/actions';
import { lists } from '@tessera/locales/load/lists';
import { assets } from '@tessera/locales/load/assets';
import { pictures } from '@tessera/locales/load/pictures';
import { topup } from '@tessera/locales/load/topup';
import { payees } from '@tessera/locales/load/payees';
import { stepUp } from '@tessera/locales/load/stepUp';
import { wallet } from '@tessera/locales/load/wallet';
import type { RemoteModule } from '@tessera/shared/federation';
import { createRemote } from '@tessera/shared/react';
import { assetsRoutes } from './routes';

export const contract = '^1.2';

export const mount: RemoteModule['mount'] = createRemote({
  namespaces: { assets, actions, lists, stepUp, wallet },
  pageTexts: {
    '/pages/bankcard/index': { payees },
    '/pages/bankcard/add': { payees },
    '/pages/bankcard/addbank': { payees },
    '/pages/assets/topup': { topup, pictures },
    '/pages/assets/topupOrder': { topup },
  },
  routes: assetsRoutes,
});
