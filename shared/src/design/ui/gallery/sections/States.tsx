import {
  AssetIcon,
  Button,
  Card,
  EmptyState,
  List,
  ListRow,
  LoadablePanel,
  SectionHeading,
  Skeleton,
  Stack,
  Star,
  type Loadable,
} from '../../index';
import { failure, sampleInstantMs, words } from '../samples';
import styles from '../Gallery.module.css';

const rows = [
  { key: 'a', title: 'BTC-USDT' },
  { key: 'b', title: 'ETH-USDT' },
];
const loadables: readonly { readonly name: string; readonly loadable: Loadable<typeof rows> }[] = [
  { name: 'idle', loadable: { state: 'idle' } },
  { name: 'loading', loadable: { state: 'loading' } },
  { name: 'ready', loadable: { state: 'ready', data: rows } },
  { name: 'empty', loadable: { state: 'ready', data: [] } },
  { name: 'stale', loadable: { state: 'stale', data: rows, sinceMs: sampleInstantMs } },
  { name: 'failed, with data', loadable: { state: 'failed', error: failure, data: rows, sinceMs: sampleInstantMs } },
  { name: 'failed', loadable: { state: 'failed', error: failure } },
];

export function States() {
  return (
    <section aria-label={words.states}>
      <SectionHeading>{words.states}</SectionHeading>
      <Stack gap={3}>
        {loadables.map(({ name, loadable }) => (
          <div key={name}>
            <p className={styles.quiet}>{name}</p>
            <Card padding="none">
              <LoadablePanel
                loadable={loadable}
                onRetry={() => undefined}
                idle={<EmptyState title={words.nothing} />}
                empty={
                  <EmptyState
                    icon={Star}
                    title={words.emptyTitle}
                    detail={words.emptyDetail}
                    action={<Button size="sm">{words.add}</Button>}
                  />
                }
              >
                {(data) => (
                  <List>
                    {data.map(({ key, title }) => (
                      <ListRow key={key} lead={<AssetIcon of={title} />} title={title} value="1.00" />
                    ))}
                  </List>
                )}
              </LoadablePanel>
            </Card>
          </div>
        ))}
        <Card>
          <Skeleton width="40%" height={28} />
          <Skeleton />
          <Skeleton shape="block" />
        </Card>
      </Stack>
    </section>
  );
}
