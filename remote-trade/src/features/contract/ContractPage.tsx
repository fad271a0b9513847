/**
 * The contract tab: one market, two products. It holds what both share (market, running orders, what became of them); the
 * products themselves are handed in by the routes. The product is in the address and remembered for the next visit.
 */
import { useEffect, useRef, type ComponentType } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useRemoteContext } from '@tessera/shared/react';
import {
  AfterOtherSheets,
  EmptyState,
  IconButton,
  Info,
  LoadablePanel,
  Page,
  PageHeader,
  ReceiptText,
  Row,
  Segmented,
  Skeleton,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { LeverageOutcomes } from '../../products/leverage/Outcomes';
import { useLeverageOrders, type LeverageOrders } from '../../products/leverage/useOrders';
import { ResultSheet } from '../../products/seconds/ResultSheet';
import { useMarkets } from '../../components/useMarkets';
import { useSecondsOrders, type SecondsOrders } from '../../products/seconds/useOrders';
import { contractProducts, productOf, rememberProduct } from './contractProduct';
import { LeverageChart } from '../../products/leverage/Chart';
import { MarketBar } from './MarketBar';

interface ProductProps {
  readonly info: SymbolInfo;
  /** A direction that another page sent along. */
  readonly preferred: string | null;
  readonly scale: number;
  readonly find: (symbol: string) => SymbolInfo | undefined;
}

interface LeverageProps extends ProductProps {
  readonly orders: LeverageOrders;
  /** Brings the positions into view. */
  readonly onShowPositions: () => void;
}

export interface ContractPageProps {
  readonly seconds: ComponentType<ProductProps & { readonly orders: SecondsOrders }>;
  readonly leverage: ComponentType<LeverageProps>;
  readonly positions: ComponentType<Omit<ProductProps, 'preferred'> & { readonly orders: LeverageOrders }>;
}

const path = '/pages/contract/index';

export function ContractPage({ seconds: Seconds, leverage: Leverage, positions: Positions }: ContractPageProps) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const { storage } = useRemoteContext();
  const [query] = useSearchParams();
  const markets = useMarkets();
  const seconds = useSecondsOrders();
  const leverage = useLeverageOrders();
  const positions = useRef<HTMLDivElement>(null);
  const title = t('ticket.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);

  const open = contractProducts.filter((candidate) => markets.symbols.some(({ products }) => products[candidate]));
  const product = productOf(query.get('product'), storage, open);
  const tradable = markets.symbols.filter(({ products }) => products[product]);
  const info = tradable.find(({ symbol }) => symbol === query.get('symbol')) ?? tradable[0];
  const preferred = query.get('direction');
  const scale = markets.asset('USDT')?.scale ?? 2;
  const result = seconds.results[0];
  const count = seconds.running.length + leverage.positions.length + leverage.pending.length;

  return (
    <Page
      header={
        <PageHeader
          title={title}
          actions={
            <Row gap={1}>
              <IconButton
                label={t('ticket.rules')}
                icon={Info}
                onClick={() => navigation.navigate('/pages/contract/info', { product })}
              />
              <IconButton
                label={t('ticket.orders')}
                icon={ReceiptText}
                badge={count}
                onClick={() => navigation.navigate('/pages/contract/orderRecond', { product })}
              />
            </Row>
          }
        />
      }
    >
      <LoadablePanel loadable={markets.loadable} onRetry={markets.refetch} skeleton={<ContractSkeleton />}>
        {() =>
          info === undefined ? (
            <EmptyState title={t('ticket.noMarkets')} />
          ) : (
            <Stack gap={3}>
              {open.length > 1 && (
                <Segmented
                  label={t('leverage.product.label')}
                  value={product}
                  onChange={(next) => {
                    rememberProduct(storage, next);
                    navigation.redirect(path, { product: next, symbol: info.symbol });
                  }}
                  options={open.map((value) => ({ value, label: t(`leverage.product.${value}`) }))}
                />
              )}
              <MarketBar
                info={info}
                choices={tradable}
                onChoose={(symbol) => navigation.redirect(path, open.length > 1 ? { product, symbol } : { symbol })}
              />
              {product === 'seconds' ? (
                <Seconds info={info} preferred={preferred} scale={scale} orders={seconds} find={markets.find} />
              ) : (
                <>
                  <LeverageChart key={info.symbol} info={info} positions={leverage.positions} pending={leverage.pending} />
                  <Leverage
                    key={`ticket ${info.symbol}`}
                    info={info}
                    preferred={preferred}
                    scale={scale}
                    orders={leverage}
                    find={markets.find}
                    onShowPositions={() => positions.current?.scrollIntoView({ block: 'start' })}
                  />
                  <div ref={positions}>
                    <Positions info={info} scale={scale} orders={leverage} find={markets.find} />
                  </div>
                </>
              )}
            </Stack>
          )
        }
      </LoadablePanel>
      {/* One sheet at a time: what waits here comes when the one before is closed. */}
      {result !== undefined && (
        <AfterOtherSheets key={result.id}>
          <ResultSheet
            order={result}
            digits={markets.find(result.symbol)?.digits}
            onClose={() => seconds.dismiss(result.id)}
            onCheck={() => {
              seconds.dismiss(result.id);
              navigation.navigate('/pages/contract/proof', { order: result.id });
            }}
          />
        </AfterOtherSheets>
      )}
      {result === undefined && <LeverageOutcomes orders={leverage} find={markets.find} />}
    </Page>
  );
}

function ContractSkeleton() {
  return (
    <Stack gap={4}>
      <Skeleton shape="block" height={56} />
      <Skeleton shape="block" height={260} />
      <SkeletonRows count={3} />
    </Stack>
  );
}
