/** The pages by which a release of a remote is judged: every tab, and what people do most. Each release there was has them. */
import type { RemoteName } from '@tessera/shared/federation';

export interface JudgedPage {
  readonly address: string;
  /** There is more to see than a heading: this must be there as well. */
  readonly shows?: string;
  /** Seen by somebody who is not signed in. */
  readonly isForVisitors?: boolean;
}

const chart = '.highcharts-root';

export const pagesOfRemotes: Readonly<Record<RemoteName, readonly JudgedPage[]>> = {
  market: [
    { address: '/pages/index/index' },
    { address: '/pages/market/index' },
    { address: '/pages/kline/index?symbol=BTC-USDT', shows: chart },
    { address: '/pages/whdetail/index?symbol=EUR-USD', shows: chart },
    { address: '/pages/search/index' },
    { address: '/pages/help/index' },
    { address: '/pages/fairness/index' },
  ],
  trade: [
    { address: '/pages/contract/index?symbol=BTC-USDT', shows: chart },
    { address: '/pages/trade/index?symbol=BTC-USDT' },
    { address: '/pages/contract/index?product=leverage&symbol=EUR-USD' },
    { address: '/pages/trade/order' },
    { address: '/pages/contract/orderRecond' },
    { address: '/pages/contract/transactionRecords' },
    { address: '/pages/contract/info' },
    { address: '/pages/contract/incidents' },
  ],
  assets: [
    { address: '/pages/assets/index' },
    { address: '/pages/assets/transfer' },
    { address: '/pages/assets/records' },
    { address: '/pages/assets/liabilities' },
    { address: '/pages/assets/statement' },
    { address: '/pages/assets/records?account=contract&asset=USDT' },
  ],
  account: [
    { address: '/pages/user/index' },
    { address: '/pages/user/set' },
    { address: '/pages/user/data' },
    { address: '/pages/user/language' },
    { address: '/pages/user/switchAccount' },
    { address: '/pages/login/index', isForVisitors: true },
    { address: '/pages/register/index', isForVisitors: true },
  ],
};
