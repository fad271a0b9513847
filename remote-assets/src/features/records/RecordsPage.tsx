import { useEffect } from 'react';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { recordKind, shownAsset, type AccountKind, type RecordKind } from '@tessera/shared/contract';
import { useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, FileText, Page, PageHeader, Segmented, SelectField, Stack, Wallet } from '@tessera/shared/ui';
import { RecordList } from './RecordList';

const kinds = [
  'transfer',
  'seconds_open',
  'seconds_settle',
  'spot',
  'leverage',
  'flash',
  'treasure',
  'project',
  'loan',
  'topup',
  'withdrawal',
  'demo_open',
  'demo_refill',
  'adjustment',
] as const satisfies readonly RecordKind[];

/** Every movement of one account, newest first, of all assets and all time. Account, asset and kind stand in the URL. */
export function RecordsPage() {
  const { t } = useTranslation('assets');
  const { t: tCommon } = useTranslation('common');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn, mode } = useSessionState();
  const [query] = useSearchParams();
  const account: AccountKind = query.get('account') === 'contract' ? 'contract' : 'coin';
  const asset = query.get('asset') ?? undefined;
  const kind = recordKind.safeParse(query.get('kind')).data;
  const title = asset === undefined ? t('records.title') : t('coins.records', { asset: shownAsset(asset, mode) });
  useEffect(() => navigation.setTitle(title), [navigation, title]);

  function show(change: { account?: AccountKind; kind?: string }) {
    const next = { account: change.account ?? account, kind: change.kind ?? kind ?? '' };
    navigation.redirect('/pages/assets/records', {
      account: next.account,
      ...(asset === undefined ? {} : { asset }),
      ...(next.kind === '' ? {} : { kind: next.kind }),
    });
  }

  const header = <PageHeader title={title} onBack={() => navigation.back()} />;
  if (!isSignedIn) {
    return (
      <Page header={header}>
        <EmptyState
          icon={Wallet}
          title={t('overview.visitor')}
          action={<Button onClick={() => session.requestLogin()}>{t('overview.logIn')}</Button>}
        />
      </Page>
    );
  }
  return (
    <Page header={header}>
      <Stack gap={3}>
        <Segmented
          label={t('records.title')}
          value={account}
          onChange={(next) => show({ account: next })}
          options={[
            { value: 'coin', label: tCommon('account.coin') },
            { value: 'contract', label: tCommon('account.contract') },
          ]}
        />
        <SelectField
          label={t('records.filter')}
          value={kind ?? ''}
          onChange={(next) => show({ kind: next })}
          options={[
            { value: '', label: t('records.all') },
            ...kinds.map((value) => ({ value, label: t(`records.kind.${value}`) })),
          ]}
        />
        <Button
          size="sm"
          variant="secondary"
          icon={FileText}
          onClick={() => navigation.navigate('/pages/assets/statement', { account, ...(asset === undefined ? {} : { asset }) })}
        >
          {t('action.statement')}
        </Button>
        <RecordList account={account} asset={asset} kind={kind} mode={mode} />
      </Stack>
    </Page>
  );
}
