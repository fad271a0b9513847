import { actions } from '@tessera/locales/load/actions';
import { lists } from '@tessera/locales/load/lists';
import { trade } from '@tessera/locales/load/trade';
import type { RemoteModule } from '@tessera/shared/federation';
import { createRemote } from '@tessera/shared/react';
import { tradeRoutes } from './routes';

export const contract = '^1.2';

export const mount: RemoteModule['mount'] = createRemote({ namespaces: { trade, actions, lists }, routes: tradeRoutes });
