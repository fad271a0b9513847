/** What a wide window shows beside a page: the markets beside a ticket or an account, the ticket beside a chart. */
import type { RemoteName } from '@tessera/shared/federation';
import type { HostRoute } from '../routes/routeFor';

export interface Beside {
  readonly remote: RemoteName;
  readonly pathname: string;
  readonly search: string;
  readonly side: 'start' | 'end';
}

const ticketPath = '/pages/contract/index';
const listPath = '/pages/market/index';
/** Charts of forex and metals stand on a page of their own; these markets are traded with leverage. */
const leveragedChartPath = '/pages/whdetail/index';
/** Nothing beside these: a person who signs in does nothing else. */
const alonePages: ReadonlySet<string> = new Set(['/pages/login/index', '/pages/register/index', '/pages/forgot/index']);

/** Never the remote that shows the page itself: a remote is on the screen once. */
export function besideFor(route: HostRoute, search: string): Beside | undefined {
  if (route.kind !== 'remote' || alonePages.has(route.page)) return undefined;
  if (route.remote !== 'market') return { remote: 'market', pathname: listPath, search: '', side: 'start' };
  const symbol = new URLSearchParams(search).get('symbol');
  const query = new URLSearchParams(route.page === leveragedChartPath ? { product: 'leverage' } : {});
  if (symbol !== null) query.set('symbol', symbol);
  const text = query.toString();
  return { remote: 'trade', pathname: ticketPath, search: text === '' ? '' : `?${text}`, side: 'end' };
}
