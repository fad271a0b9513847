import { useState } from 'react';
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import {
  Button,
  Card,
  EmptyState,
  History,
  List,
  mapLoadable,
  LoadablePanel,
  SkeletonRows,
  Stack,
  type Loadable,
} from '@tessera/shared/ui';
import { LeverageDetailSheet } from './DetailSheet';
import { LeverageRow } from './OrderRow';

const shown = 5;

/** The last orders that ended, of both families; the records page has all of them with filters. */
export function RecentHistory({ find }: { readonly find: (symbol: string) => SymbolInfo | undefined }) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const [chosen, setChosen] = useState<LeverageOrder | undefined>(undefined);
  const request = { status: 'history', page: 1, pageSize: shown } as const;
  const crypto = useEndpoint('leverageOrders', request, { freshMs: 0 });
  const forex = useEndpoint('leverageWhOrders', request, { freshMs: 0 });
  const endOf = ({ closedAtMs, acceptedAtMs }: LeverageOrder) => closedAtMs ?? acceptedAtMs;
  const newest = (items: readonly LeverageOrder[]) => [...items].sort((a, b) => endOf(b) - endOf(a)).slice(0, shown);
  const other = forex.data?.items;
  // Half of the two is not "the last ones": both or the state of the one that is missing.
  const loadable: Loadable<readonly LeverageOrder[]> =
    other === undefined
      ? mapLoadable(forex.loadable, ({ items }) => items)
      : mapLoadable(crypto.loadable, ({ items }) => newest([...items, ...other]));
  return (
    <>
      <LoadablePanel
        loadable={loadable}
        onRetry={() => {
          crypto.refetch();
          forex.refetch();
        }}
        skeleton={<SkeletonRows count={3} />}
        empty={<EmptyState icon={History} title={t('positions.emptyHistory')} />}
      >
        {(items) => (
          <Stack gap={3}>
            <Card padding="none">
              <List label={t('positions.history')}>
                {items.map((order) => (
                  <LeverageRow key={order.id} order={order} info={find(order.symbol)} onSelect={() => setChosen(order)} />
                ))}
              </List>
            </Card>
            <Button
              variant="secondary"
              isBlock
              onClick={() => navigation.navigate('/pages/contract/transactionRecords', { product: 'leverage' })}
            >
              {t('positions.allHistory')}
            </Button>
          </Stack>
        )}
      </LoadablePanel>
      {chosen !== undefined && (
        <LeverageDetailSheet order={chosen} info={find(chosen.symbol)} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}
