/** Under the ticket: what is open, with its end at hand, and what the coin account holds. Both live. */
import { useState } from 'react';
import type { CoinBalance, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { isPositive, parseAmount } from '@tessera/shared/money';
import { useEndpoint, useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import {
  AmountText,
  AssetIcon,
  Button,
  Card,
  EmptyState,
  List,
  ListRow,
  LoadablePanel,
  mapLoadable,
  ReceiptText,
  SkeletonRows,
  Stack,
  Tabs,
  Wallet,
} from '@tessera/shared/ui';
import { OpenSpotOrder } from './OpenOrder';
import { SpotOrderSheet } from './DetailSheet';
import { useSpotCancel } from './useCancel';
import type { SpotOrders } from './useOrders';
import { useSpotTexts } from './useTexts';

type TabId = 'open' | 'assets';

interface SpotHoldingsProps {
  readonly orders: SpotOrders;
  readonly find: (symbol: string) => SymbolInfo | undefined;
}

export function SpotHoldings({ orders, find }: SpotHoldingsProps) {
  const { t } = useTranslation('trade');
  const session = useSession();
  const { isSignedIn } = useSessionState();
  const [tab, setTab] = useState<TabId>('open');
  return (
    <Tabs
      label={t('spot.holdings')}
      selected={tab}
      onSelect={setTab}
      tabs={[
        {
          id: 'open',
          label: t('spot.openOrders'),
          ...(isSignedIn && orders.loadable.state !== 'loading' ? { count: orders.open.length } : {}),
        },
        { id: 'assets', label: t('spot.assets') },
      ]}
    >
      {!isSignedIn ? (
        <EmptyState
          icon={Wallet}
          title={t('orders.visitor')}
          action={
            <Button variant="secondary" onClick={() => session.requestLogin()}>
              {t('ticket.logIn')}
            </Button>
          }
        />
      ) : tab === 'open' ? (
        <OpenOrders orders={orders} find={find} />
      ) : (
        <Assets />
      )}
    </Tabs>
  );
}

function OpenOrders({ orders, find }: SpotHoldingsProps) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const cancelling = useSpotCancel(orders);
  const [shownId, setShownId] = useState<string>();
  const shown = shownId === undefined ? undefined : orders.find(shownId);
  return (
    <>
      <LoadablePanel
        loadable={orders.loadable}
        onRetry={orders.refetch}
        skeleton={<SkeletonRows count={2} />}
        empty={
          <EmptyState
            icon={ReceiptText}
            title={t('spot.noOpen')}
            detail={t('orders.emptyHint')}
            action={
              <Button variant="secondary" onClick={() => navigation.navigate('/pages/trade/order', { tab: 'history' })}>
                {t('spot.toHistory')}
              </Button>
            }
          />
        }
      >
        {(open) => (
          <div>
            {open.map((order) => (
              <OpenSpotOrder
                key={order.id}
                order={order}
                digits={find(order.symbol)?.digits}
                {...cancelling}
                onSelect={({ id }) => setShownId(id)}
              />
            ))}
          </div>
        )}
      </LoadablePanel>
      {/* It stays while it is read, also when its order ends meanwhile. */}
      {shown !== undefined && (
        <SpotOrderSheet order={shown} digits={find(shown.symbol)?.digits} {...cancelling} onClose={() => setShownId(undefined)} />
      )}
    </>
  );
}

function Assets() {
  const { t } = useTranslation('trade');
  const texts = useSpotTexts();
  const navigation = useNavigation();
  const { loadable, refetch } = useEndpoint('walletList', {});
  return (
    <LoadablePanel
      loadable={mapLoadable(loadable, ({ coin }) => coin.filter(isHeld))}
      onRetry={refetch}
      skeleton={<SkeletonRows count={3} />}
      empty={
        <EmptyState
          icon={Wallet}
          title={t('spot.noAssets')}
          action={
            <Button variant="secondary" onClick={() => navigation.navigate('/pages/assets/topup')}>
              {t('spot.topUp')}
            </Button>
          }
        />
      }
    >
      {(coins) => (
        <Stack gap={3}>
          <Card padding="none">
            <List label={t('spot.assets')}>
              {coins.map(({ asset, available, frozen }) => (
                <ListRow
                  key={asset}
                  lead={<AssetIcon of={asset} />}
                  title={texts.asset(asset)}
                  value={<AmountText amount={available} />}
                  valueDetail={
                    <>
                      {t('spot.frozen')} <AmountText amount={frozen} />
                    </>
                  }
                />
              ))}
            </List>
          </Card>
        </Stack>
      )}
    </LoadablePanel>
  );
}

const isHeld = ({ available, frozen }: CoinBalance): boolean =>
  [available, frozen].some((text) => {
    const held = parseAmount(text);
    return held !== undefined && isPositive(held);
  });
