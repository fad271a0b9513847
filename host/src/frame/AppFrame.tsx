/**
 * The shell around every page: what stays while remotes come and go. From top to bottom: the demo ribbon, the connection
 * banner, the banner of a preview, the page (the only thing that scrolls), the tab bar on the five tabs; above all of it the
 * float, sheets, toasts.
 */
import { useEffect, useRef, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { useTranslation } from '@tessera/shared/kernel';
import { useLive } from '@tessera/shared/react';
import { useHost } from '../bootstrap/HostServices';
import { documentTitle, pageTitle } from '../routes/pageTitle';
import { routeFor, type HostRoute } from '../routes/routeFor';
import { useHeadingFocus } from '../routes/useHeadingFocus';
import { useScrollPlace } from '../routes/useScrollPlace';
import { ConfirmSheet } from './ConfirmSheet';
import { ConnectionBanner } from './ConnectionBanner';
import { DemoRibbon } from './DemoRibbon';
import { OutdatedCard } from './OutdatedCard';
import { PreviewBanner } from './PreviewBanner';
import { ProgressLine } from './ProgressLine';
import { RoutedPage } from './RoutedPage';
import { ServiceFloat } from './ServiceFloat';
import { TabBar } from './TabBar';
import { ToastRegion } from './ToastRegion';
import { WelcomeNotice } from './WelcomeNotice';
import styles from './AppFrame.module.css';

export function AppFrame(): ReactNode {
  const host = useHost();
  const location = useLive(host.location);
  const { mode } = useLive(host.session.state);
  const content = useRef<HTMLElement>(null);
  const route = routeFor(location.pathname, useLive(host.remotes.pages));
  const isDemo = mode === 'demo';
  const hasTabBar = route.kind === 'not-found' || (route.kind === 'remote' && route.tab !== undefined);
  const isNet = route.kind === 'net';

  useDocumentTitle(route, isDemo);
  useScrollPlace(content, location);
  useHeadingFocus(content, location);

  return (
    <div className={clsx(styles.frame, isDemo && styles.demo)}>
      <div className={styles.top}>
        {isDemo && <DemoRibbon />}
        <ConnectionBanner connection={host.quotes.connection} />
        <OutdatedCard isOutdated={host.isOutdated} onReload={() => window.location.reload()} />
        <PreviewBanner />
      </div>
      <main ref={content} id="page" tabIndex={-1} className={styles.content}>
        <RoutedPage route={route} location={location} />
      </main>
      {hasTabBar ? <TabBar current={route.kind === 'remote' ? route.tab : undefined} /> : <div className={styles.foot} />}
      <ProgressLine pending={host.pending} />
      {!isNet && <ServiceFloat />}
      <WelcomeNotice isDue={!isNet} />
      <ConfirmSheet />
      <ToastRegion />
    </div>
  );
}

function useDocumentTitle(route: HostRoute, isDemo: boolean): void {
  const host = useHost();
  const { t } = useTranslation('host');
  const { t: common } = useTranslation('common');
  const given = useLive(host.title);
  const title = documentTitle(given ?? pageTitle(t, route), common('brand'), isDemo ? t('demo.mark') : undefined);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
