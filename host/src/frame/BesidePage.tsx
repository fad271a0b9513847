/**
 * The second remote of a wide window. It has a place of its own: what it does with its own page changes that place, every
 * other way out is the window's. The document's title stays that of the page.
 */
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import type { Navigation } from '@tessera/shared/federation';
import { HostServicesProvider, useHost } from '../bootstrap/HostServices';
import type { HostLocation } from '../routes/HashHistory';
import styles from './AppFrame.module.css';
import { RemoteView } from './RemoteView';
import type { Beside } from './wideLayout';

export function BesidePage({ beside }: { readonly beside: Beside }): ReactNode {
  const host = useHost();
  const { t } = useTranslation('host');
  const { remote, pathname, search } = beside;
  const wanted = `${pathname}${search}`;
  const [own, setOwn] = useState({ wanted, search });
  const current = own.wanted === wanted ? own.search : search;
  const location = useMemo<HostLocation>(
    () => ({ pathname, search: current, key: `beside ${pathname}${current}`, depth: 0, arrival: 'replace' }),
    [pathname, current],
  );
  const services = useMemo(() => {
    const { navigation } = host;
    const within =
      (leave: Navigation['navigate']): Navigation['navigate'] =>
      (path, query = {}) => {
        const [target = '', text = ''] = path.split('?');
        if (target !== pathname) return leave(path, query);
        const next = new URLSearchParams([...new URLSearchParams(text), ...Object.entries(query)]).toString();
        setOwn({ wanted, search: next === '' ? '' : `?${next}` });
      };
    return {
      ...host,
      navigation: {
        ...navigation,
        navigate: within((path, query) => navigation.navigate(path, query)),
        redirect: within((path, query) => navigation.redirect(path, query)),
        setTitle: () => undefined,
      },
    };
  }, [host, pathname, wanted]);
  return (
    <aside aria-label={t('beside.label')} className={styles.beside}>
      <HostServicesProvider value={services}>
        <RemoteView name={remote} location={location} />
      </HostServicesProvider>
    </aside>
  );
}
