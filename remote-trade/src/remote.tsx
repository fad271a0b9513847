import { trade } from '@tessera/locales/load/trade';
import type { RemoteModule } from '@tessera/shared/federation';
import { createRemote } from '@tessera/shared/react';
import { TradeRoutes } from './routes';

export const contract = '^1.1';

export const mount: RemoteModule['mount'] = createRemote({ namespaces: { trade }, routes: TradeRoutes });
