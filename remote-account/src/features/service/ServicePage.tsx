/** Everywhere that customer service can be reached. What asks for a person leads a visitor to the login by itself. */
import { useEffect } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { contactAddress } from '@tessera/shared/federation';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import {
  ArrowUpRight,
  Button,
  Card,
  CircleHelp,
  EmptyState,
  Headset,
  List,
  ListRow,
  LoadablePanel,
  Notice,
  Page,
  PageHeader,
  SkeletonRows,
  Stack,
  VisuallyHidden,
} from '@tessera/shared/ui';

type Contact = EndpointResponse<'serviceContacts'>['contacts'][number];

export function ServicePage() {
  const { t } = useTranslation('service');
  const navigation = useNavigation();
  const { loadable, refetch } = useEndpoint('serviceContacts', {}, { freshMs: 60_000 });
  const title = t('title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <LoadablePanel
          loadable={loadable}
          onRetry={refetch}
          skeleton={<SkeletonRows count={2} />}
          isEmpty={({ contacts }) => contacts.every(({ url }) => contactAddress(url, window.location.href) === undefined)}
          empty={<EmptyState icon={Headset} title={t('none')} detail={t('noneDetail')} />}
        >
          {({ contacts }) => (
            <Card padding="none">
              <List label={title}>
                {contacts.map((contact) => (
                  <ContactRow key={`${contact.name} ${contact.url}`} contact={contact} />
                ))}
              </List>
            </Card>
          )}
        </LoadablePanel>
        <Notice>{t('neverAsks')}</Notice>
        <Button variant="secondary" isBlock icon={CircleHelp} onClick={() => navigation.navigate('/pages/help/index')}>
          {t('help')}
        </Button>
      </Stack>
    </Page>
  );
}

/** None that cannot be opened safely. */
function ContactRow({ contact: { name, url, detail } }: { readonly contact: Contact }) {
  const { t } = useTranslation('service');
  const navigation = useNavigation();
  const address = contactAddress(url, window.location.href);
  if (address === undefined) return null;
  const isOutside = address.kind === 'outside';
  // Whoever leaves the app sees where to.
  const details = [detail, isOutside ? new URL(address.href).host : undefined].filter(
    (part) => part !== undefined && part !== '',
  );
  return (
    <ListRow
      lead={<Headset aria-hidden size={20} />}
      title={
        <>
          {name}
          {isOutside && <VisuallyHidden> {t('outside')}</VisuallyHidden>}
        </>
      }
      {...(details.length === 0 ? {} : { detail: details.join(' · ') })}
      hasChevron={!isOutside}
      {...(isOutside ? { value: <ArrowUpRight aria-hidden size={18} /> } : {})}
      onSelect={() =>
        isOutside ? window.open(address.href, '_blank', 'noopener,noreferrer') : navigation.navigate(address.path, address.query)
      }
    />
  );
}
