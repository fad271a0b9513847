import { assets } from '@tessera/locales/load/assets';
import type { RemoteModule } from '@tessera/shared/federation';
import { createRemote } from '@tessera/shared/react';
import { AssetsRoutes } from './routes';

export const contract = '^1.1';

export const mount: RemoteModule['mount'] = createRemote({ namespaces: { assets }, routes: AssetsRoutes });
