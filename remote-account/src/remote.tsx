import { about } from '@tessera/locales/load/about';
import { account } from '@tessera/locales/load/account';
import { location } from '@tessera/locales/load/location';
import { conversation } from '@tessera/locales/load/conversation';
import { pictures } from '@tessera/locales/load/pictures';
import { service } from '@tessera/locales/load/service';
import { stepUp } from '@tessera/locales/load/stepUp';
import type { RemoteModule } from '@tessera/shared/federation';
import { createRemote } from '@tessera/shared/react';
import { accountRoutes } from './routes';

export const contract = '^1.2';

export const mount: RemoteModule['mount'] = createRemote({
  namespaces: { account, pictures, stepUp },
  pageTexts: {
    '/pages/location/choose': { location },
    '/pages/location/open': { location },
    '/pages/webview/index': { location },
    '/pages/service/index': { service },
    '/pages/kefu/index': { conversation },
    '/pages/user/about': { about },
  },
  routes: accountRoutes,
});
