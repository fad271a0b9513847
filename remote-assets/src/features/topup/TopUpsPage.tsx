import { useState } from 'react';
import type { TopUp, TopUpStatus } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { DayList, ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { useEndpoint, useNavigation, usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import {
  AmountText,
  Badge,
  Button,
  Card,
  EmptyState,
  KeyValueList,
  ListRow,
  LiveRegion,
  LoadablePanel,
  Notice,
  SelectField,
  Sheet,
  SkeletonRows,
  Stack,
  type BadgeTone,
} from '@tessera/shared/ui';
import { PayByCard } from './PayByCard';
import { TopUpFrame } from './TopUpFrame';
import styles from './TopUp.module.css';

const states = ['callback_in_progress', 'under_review', 'success', 'failure'] as const satisfies readonly TopUpStatus[];
const tones: Readonly<Record<TopUpStatus, BadgeTone>> = {
  callback_in_progress: 'neutral',
  under_review: 'warning',
  success: 'success',
  failure: 'danger',
};
const refetchEveryMs = 30_000;
/** As long as the gateway's page is not known. */
const refetchSoonMs = 3_000;

/** What was paid in, by state, newest first. ?id=… opens one. */
export function TopUpsPage() {
  const { t } = useTranslation('topup');
  const [query] = useSearchParams();
  const { isSignedIn, mode } = useSessionState();
  const refresh = useRefresh();
  const [status, setStatus] = useState<TopUpStatus | ''>('');
  const [openId, setOpenId] = useState(query.get('id') ?? undefined);
  // Whatever is decided moves money or brings a message.
  usePrivateEvents(({ type }) => {
    if (type === 'balance.changed' || type === 'notice') refresh('topUpLog');
  });
  return (
    <TopUpFrame title={t('records')}>
      <Stack gap={3}>
        <SelectField
          label={t('state')}
          value={status}
          onChange={(next) => setStatus(states.find((one) => one === next) ?? '')}
          options={[{ value: '', label: t('all') }, ...states.map((value) => ({ value, label: t(`status.${value}`) }))]}
        />
        <TopUpList status={status} isEnabled={isSignedIn && mode === 'real'} onOpen={setOpenId} />
        {openId !== undefined && <TopUpSheet id={openId} onClose={() => setOpenId(undefined)} />}
      </Stack>
    </TopUpFrame>
  );
}

function TopUpList({
  status,
  isEnabled,
  onOpen,
}: {
  readonly status: TopUpStatus | '';
  readonly isEnabled: boolean;
  readonly onOpen: (id: string) => void;
}) {
  const { t } = useTranslation('topup');
  const format = useFormat();
  /** Of one that a chain brought, as long as it is not over. */
  const progressOf = ({ status: state, onChain }: TopUp) =>
    state !== 'callback_in_progress' || onChain === undefined
      ? ''
      : ` · ${t('progress', { have: format.figure(String(onChain.confirmations)), needed: format.figure(String(onChain.needed)) })}`;
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages('topUpLog', status === '' ? {} : { status }, {
    isEnabled,
  });
  return (
    <LoadablePanel
      loadable={loadable}
      onRetry={refetch}
      skeleton={<SkeletonRows count={6} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title={t('empty')} detail={t('emptyHint')} />}
    >
      {({ items }) => (
        <Stack gap={3}>
          <DayList label={t('records')} items={items} atOf={({ atMs }) => atMs}>
            {(topUp) => (
              <ListRow
                key={topUp.id}
                title={t(`method.${topUp.method}`)}
                detail={`${format.time(topUp.atMs)} · ${topUp.id}${progressOf(topUp)}`}
                value={<AmountText amount={topUp.amount} asset={topUp.asset} />}
                valueDetail={<StatusBadge status={topUp.status} />}
                onSelect={() => onOpen(topUp.id)}
              />
            )}
          </DayList>
          {hasMore && <ListEnd isBusy={isReadingMore} onReached={readMore} />}
        </Stack>
      )}
    </LoadablePanel>
  );
}

function StatusBadge({ status }: { readonly status: TopUpStatus }) {
  const { t } = useTranslation('topup');
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}

/** Asked for when it is opened: the addresses of its pictures last two minutes. */
function TopUpSheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation('topup');
  const [isAwaited, setIsAwaited] = useState(false);
  const { loadable, data, refetch } = useEndpoint(
    'topUpLog',
    { id },
    { freshMs: 0, refetchEveryMs: isAwaited ? refetchSoonMs : refetchEveryMs },
  );
  const hasNoPage = data?.items[0]?.payment?.page === null;
  if (hasNoPage !== isAwaited) setIsAwaited(hasNoPage);
  return (
    <Sheet isOpen title={t('one', { number: id })} onClose={onClose}>
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={5} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty')} />}
      >
        {({ items: [topUp] }) => (topUp === undefined ? null : <Detail topUp={topUp} />)}
      </LoadablePanel>
    </Sheet>
  );
}

function Detail({ topUp }: { readonly topUp: TopUp }) {
  const { t } = useTranslation('topup');
  const navigation = useNavigation();
  const format = useFormat();
  const {
    amount,
    asset,
    method,
    network,
    status,
    atMs,
    decidedAtMs,
    reason,
    isReversed,
    turnoverNeed,
    onChain,
    pictures,
    payment,
  } = topUp;
  return (
    <Stack gap={3}>
      {reason !== null && (
        <Notice tone="danger" title={isReversed ? t('reversed') : t('reason')}>
          {reason}
        </Notice>
      )}
      {payment !== undefined && <PayByCard payment={payment} />}
      {status === 'callback_in_progress' && onChain !== undefined && <Waiting asset={asset} onChain={onChain} />}
      <Card tone="sunken">
        <KeyValueList
          items={[
            { key: 'status', label: t('state'), value: <StatusBadge status={status} /> },
            {
              key: 'amount',
              label: t(method === 'bank_card' ? 'card.amount' : 'amount'),
              value: `${format.figure(amount)} ${asset}`,
              isStrong: true,
            },
            { key: 'method', label: t('method.label'), value: t(`method.${method}`) },
            ...(network === null
              ? []
              : [
                  { key: 'network', label: t('network'), value: network.name },
                  {
                    key: 'address',
                    label: t('address', { network: network.name }),
                    value: <span className={styles.address}>{network.address}</span>,
                  },
                ]),
            ...(onChain === undefined
              ? []
              : [
                  {
                    key: 'confirmations',
                    label: t('confirmations'),
                    value: t('progress', {
                      have: format.figure(String(onChain.confirmations)),
                      needed: format.figure(String(onChain.needed)),
                    }),
                  },
                  {
                    key: 'transaction',
                    label: t('transaction'),
                    value: <span className={styles.address}>{onChain.transaction}</span>,
                  },
                ]),
            { key: 'asked', label: t('asked'), value: format.dateTime(atMs) },
            ...(decidedAtMs === null ? [] : [{ key: 'decided', label: t('decided'), value: format.dateTime(decidedAtMs) }]),
            { key: 'turnover', label: t('need'), value: `${format.figure(turnoverNeed)} USDT` },
          ]}
        />
      </Card>
      {method === 'c2c' && (
        <Button variant="secondary" isBlock onClick={() => navigation.navigate('/pages/assets/c2c', { id: topUp.id })}>
          {t('toOrder')}
        </Button>
      )}
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map(({ address, width, height }, index) => (
            <img
              key={address}
              className={styles.picture}
              src={address}
              width={width}
              height={height}
              alt={t('picture', { n: format.figure(String(index + 1)) })}
            />
          ))}
        </div>
      )}
    </Stack>
  );
}

/** Why a payment that was seen is not credited yet, where it is not for want of blocks alone. */
function Waiting({
  asset,
  onChain: { isGone, waitsFor },
}: {
  readonly asset: string;
  readonly onChain: NonNullable<TopUp['onChain']>;
}) {
  const { t } = useTranslation('topup');
  const format = useFormat();
  return (
    <LiveRegion>
      {isGone && <Notice tone="warning">{t('gone')}</Notice>}
      {waitsFor !== null && (
        <Notice tone="warning">
          {t('waitsFor', { have: format.figure(waitsFor.have), min: format.figure(waitsFor.min), asset })}
        </Notice>
      )}
    </LiveRegion>
  );
}
