import { shownAsset, type AccountKind, type AccountMode, type RecordKind, type WalletRecord } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { useInfiniteQuery, useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { toLoadable, useApi, useSessionState } from '@tessera/shared/react';
import {
  AmountText,
  Button,
  Card,
  EmptyState,
  List,
  ListRow,
  LoadablePanel,
  mapLoadable,
  SectionHeading,
  SkeletonRows,
  Stack,
  type Loadable,
} from '@tessera/shared/ui';
import { useShownScale } from '../../components/useShownScale';
import { byDay } from './byDay';

const pageSize = 30;

interface RecordListProps {
  readonly account: AccountKind;
  readonly asset: string | undefined;
  readonly kind: RecordKind | undefined;
  readonly mode: AccountMode;
}

export function RecordList({ account, asset, kind, mode }: RecordListProps) {
  const { t } = useTranslation('assets');
  const format = useFormat();
  const api = useApi();
  const scaleOf = useShownScale();
  const { generation } = useSessionState();
  const query = useInfiniteQuery({
    queryKey: ['walletDetail', generation, account, asset, kind],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'walletDetail',
        {
          account,
          pageSize,
          ...(pageParam === null ? {} : { cursor: pageParam }),
          ...(asset === undefined ? {} : { asset }),
          ...(kind === undefined ? {} : { kind }),
        },
        { signal, toastErrors: false },
      ),
    getNextPageParam: (last) => last.next,
  });
  const loadable: Loadable<readonly WalletRecord[]> = mapLoadable(
    toLoadable({
      data: query.data,
      error: query.error instanceof AppError ? query.error : null,
      status: query.status,
      fetchStatus: query.fetchStatus,
      dataUpdatedAt: query.dataUpdatedAt,
    }),
    (data) => data.pages.flatMap(({ items }) => items),
  );
  return (
    <LoadablePanel
      loadable={loadable}
      onRetry={() => void query.refetch()}
      skeleton={<SkeletonRows count={8} />}
      empty={<EmptyState title={t('records.empty')} detail={t('records.emptyHint')} />}
    >
      {(records) => (
        <Stack gap={3}>
          {byDay(records, (atMs) => format.date(atMs)).map(({ day, items }) => (
            <section key={day}>
              <SectionHeading level={3}>{day}</SectionHeading>
              <Card padding="none">
                <List label={day}>
                  {items.map((record) => (
                    <ListRow
                      key={record.id}
                      title={t(`records.kind.${record.kind}`)}
                      detail={format.time(record.atMs)}
                      value={
                        <AmountText
                          amount={record.amount}
                          asset={shownAsset(record.asset, mode)}
                          scale={scaleOf(record.asset)}
                          sign="always"
                        />
                      }
                      valueDetail={t('records.balanceAfter', {
                        amount: format.figure(record.balanceAfter, { scale: scaleOf(record.asset) }),
                      })}
                    />
                  ))}
                </List>
              </Card>
            </section>
          ))}
          {query.hasNextPage && (
            <Button variant="secondary" isBlock isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('records.loadMore')}
            </Button>
          )}
        </Stack>
      )}
    </LoadablePanel>
  );
}
