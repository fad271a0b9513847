import { actions } from '@tessera/locales/load/actions';
import { flash } from '@tessera/locales/load/flash';
import { liabilities } from '@tessera/locales/load/liabilities';
import { loans } from '@tessera/locales/load/loans';
import { lists } from '@tessera/locales/load/lists';
import { assets } from '@tessera/locales/load/assets';
import { c2c } from '@tessera/locales/load/c2c';
import { pictures } from '@tessera/locales/load/pictures';
import { topup } from '@tessera/locales/load/topup';
import { payees } from '@tessera/locales/load/payees';
import { statement } from '@tessera/locales/load/statement';
import { stepUp } from '@tessera/locales/load/stepUp';
import { projects } from '@tessera/locales/load/projects';
import { treasure } from '@tessera/locales/load/treasure';
import { wallet } from '@tessera/locales/load/wallet';
import { withdrawal } from '@tessera/locales/load/withdrawal';
import type { RemoteModule } from '@tessera/shared/federation';
import { createRemote } from '@tessera/shared/react';
import { assetsRoutes } from './routes';

export const contract = '^1.2';

export const mount: RemoteModule['mount'] = createRemote({
  namespaces: { assets, actions, lists, wallet },
  pageTexts: {
    '/pages/assets/exchange': { flash },
    '/pages/assets/withdraw': { withdrawal, payees, stepUp },
    '/pages/assets/withdrawOrder': { withdrawal, payees, stepUp },
    '/pages/bankcard/index': { payees, stepUp },
    '/pages/bankcard/add': { payees, stepUp },
    '/pages/bankcard/addbank': { payees, stepUp },
    '/pages/assets/topup': { topup, pictures },
    '/pages/assets/statement': { statement },
    '/pages/assets/topupOrder': { topup },
    '/pages/assets/c2c': { c2c, topup, pictures },
    '/pages/assets/liabilities': { liabilities },
    '/pages/InterestTreasure/index': { treasure, projects, loans, stepUp },
    '/pages/InterestTreasure/detail': { treasure, projects, stepUp },
    '/pages/InterestTreasure/order': { treasure, projects, loans, stepUp },
  },
  routes: assetsRoutes,
});
