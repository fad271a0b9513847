import { useEffect } from 'react';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import {
  Button,
  Card,
  Copy,
  EmptyState,
  Globe,
  LoadablePanel,
  Page,
  PageHeader,
  ShieldCheck,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { releasedAddresses } from '../../components/releasedAddresses';
import { useCopy } from '../../components/useCopy';
import { publishedPage, type PublishedAddress, type PublishedPage } from './publishedAddress';
import styles from './WebViewPage.module.css';

const released = Object.keys(releasedAddresses) as (keyof typeof releasedAddresses)[];

/**
 * The way out of the app: `?url=` names a page of others. Only what the release or the list of contacts publishes is opened, in a new
 * window that cannot reach back; the person sees the host first. No page of others is shown inside the app.
 */
export function WebViewPage() {
  const { t } = useTranslation('location');
  const navigation = useNavigation();
  const [query] = useSearchParams();
  const wanted = query.get('url') ?? '';
  const ours = released.map((name): PublishedAddress => ({ name: t(`webView.name.${name}`), url: releasedAddresses[name] }));
  const known = publishedPage(wanted, ours);
  const isAsked = known === undefined && wanted !== '';
  const { loadable, refetch } = useEndpoint('serviceContacts', {}, { isEnabled: isAsked });
  const title = t('webView.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      {isAsked ? (
        <LoadablePanel loadable={loadable} skeleton={<SkeletonRows count={3} />} onRetry={refetch}>
          {({ contacts }) => <WayOut page={publishedPage(wanted, contacts)} />}
        </LoadablePanel>
      ) : (
        <WayOut page={known} />
      )}
    </Page>
  );
}

/** Of an address that nobody published not a letter is shown: it may be meant to be read. */
function WayOut({ page }: { readonly page: PublishedPage | undefined }) {
  const { t } = useTranslation(['location', 'account']);
  const { t: tCommon } = useTranslation('common');
  const navigation = useNavigation();
  const copy = useCopy();
  if (page === undefined)
    return (
      <EmptyState
        icon={ShieldCheck}
        title={t('webView.unknown')}
        detail={t('webView.unknownHint')}
        action={
          <Button variant="secondary" onClick={() => navigation.redirect('/pages/help/index')}>
            {t('account:centre.help')}
          </Button>
        }
      />
    );
  return (
    <Stack gap={4}>
      <h2 className={styles.heading}>{t('webView.leaving', { brand: tCommon('brand') })}</h2>
      <p className={styles.body}>{t('webView.body')}</p>
      <Card>
        <dl className={styles.page}>
          <dt>{t('webView.publishedAs')}</dt>
          <dd>{page.name}</dd>
          <dt>{t('webView.host')}</dt>
          <dd className={styles.host}>{page.host}</dd>
          <dt>{t('webView.address')}</dt>
          <dd className={styles.address}>{page.href}</dd>
        </dl>
      </Card>
      <Stack gap={2}>
        <Button size="lg" isBlock icon={Globe} onClick={() => window.open(page.href, '_blank', 'noopener,noreferrer')}>
          {t('webView.open')}
        </Button>
        <Button variant="secondary" isBlock icon={Copy} onClick={() => void copy(page.href)}>
          {t('webView.copy')}
        </Button>
      </Stack>
    </Stack>
  );
}
