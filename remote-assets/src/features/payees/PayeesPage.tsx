import { useState } from 'react';
import type { Payee } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, usePrivateEvents } from '@tessera/shared/react';
import {
  Button,
  Card,
  EmptyState,
  Landmark,
  List,
  ListRow,
  LoadablePanel,
  Notice,
  SkeletonRows,
  Stack,
  Wallet,
} from '@tessera/shared/ui';
import { PayeeClock } from './PayeeClock';
import { PayeesFrame } from './PayeesFrame';
import { PayeeSheet } from './PayeeSheet';

/** The addresses and cards to which money may go. */
export function PayeesPage() {
  const { t } = useTranslation('payees');
  return (
    <PayeesFrame title={t('title')}>
      <Payees />
    </PayeesFrame>
  );
}

function Payees() {
  const { t } = useTranslation('payees');
  const navigation = useNavigation();
  const { loadable, refetch } = useEndpoint('payeeList', {});
  const [openId, setOpenId] = useState<string>();
  // Added or unbound on another device.
  usePrivateEvents((event) => {
    if (event.type === 'notice' || event.type === 'resync') refetch();
  });
  return (
    <Stack gap={4}>
      <Notice>{t('hint')}</Notice>
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={3} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState icon={Wallet} title={t('empty')} detail={t('emptyHint')} />}
      >
        {({ items }) => {
          const open = items.find(({ id }) => id === openId);
          return (
            <>
              <Card padding="none">
                <List label={t('title')}>
                  {items.map((payee) => (
                    <PayeeRow key={payee.id} payee={payee} onSelect={() => setOpenId(payee.id)} />
                  ))}
                </List>
              </Card>
              {open !== undefined && <PayeeSheet payee={open} onClose={() => setOpenId(undefined)} />}
            </>
          );
        }}
      </LoadablePanel>
      <Button size="lg" isBlock icon={Wallet} onClick={() => navigation.navigate('/pages/bankcard/add')}>
        {t('addWallet')}
      </Button>
      <Button
        variant="secondary"
        size="lg"
        isBlock
        icon={Landmark}
        onClick={() => navigation.navigate('/pages/bankcard/addbank')}
      >
        {t('addCard')}
      </Button>
    </Stack>
  );
}

function PayeeRow({ payee, onSelect }: { readonly payee: Payee; readonly onSelect: () => void }) {
  const Icon = payee.kind === 'wallet' ? Wallet : Landmark;
  return (
    <ListRow
      lead={<Icon aria-hidden size={20} />}
      title={payee.label}
      detail={
        <Stack gap={1}>
          {payee.kind === 'wallet' && <span>{`${payee.asset} · ${payee.networkName}`}</span>}
          <span>{payee.masked}</span>
          <span>
            <PayeeClock usableFromMs={payee.usableFromMs} />
          </span>
        </Stack>
      }
      hasChevron
      onSelect={onSelect}
    />
  );
}
