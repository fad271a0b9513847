/**
 * The shell around every page: what stays while remotes come and go. From top to bottom: the ribbon of practice money, the connection
 * banner, the banner of a preview, what does not agree with this device's evidence, the page (the only thing that scrolls), the tab bar on
 * the five tabs; above all of it sheets and toasts. A wide window shows the tabs at the side of every page and a second remote beside it.
 */
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useLive } from '@tessera/shared/react';
import { useHost } from '../bootstrap/HostServices';
import { useMedia } from '../browser/useMedia';
import { documentTitle, pageTitle } from '../routes/pageTitle';
import { routeFor, type HostRoute } from '../routes/routeFor';
import { useHeadingFocus } from '../routes/useHeadingFocus';
import { useScrollPlace } from '../routes/useScrollPlace';
import { AgreementNotice } from './AgreementNotice';
import { BesidePage } from './BesidePage';
import { ConfirmSheet } from './ConfirmSheet';
import { ConnectionBanner } from './ConnectionBanner';
import { DemoRibbon } from './DemoRibbon';
import { EvidenceBanner } from './EvidenceBanner';
import { OutdatedCard } from './OutdatedCard';
import { PracticeRibbon } from './PracticeRibbon';
import { PreviewBanner } from './PreviewBanner';
import { ProgressLine } from './ProgressLine';
import { RealityCheck } from './RealityCheck';
import { RoutedPage } from './RoutedPage';
import { ServiceEntry } from './ServiceEntry';
import { TabBar } from './TabBar';
import { ToastRegion } from './ToastRegion';
import { WelcomeNotice } from './WelcomeNotice';
import { besideFor } from './wideLayout';
import styles from './AppFrame.module.css';

/** As in AppFrame.module.css and TabBar.module.css. */
const wide = '(width >= 1080px)';

export function AppFrame(): ReactNode {
  const host = useHost();
  const location = useLive(host.location);
  const { mode } = useLive(host.session.state);
  const content = useRef<HTMLElement>(null);
  const route = routeFor(location.pathname, useLive(host.remotes.pages));
  const isDemo = mode === 'demo';
  const isNet = route.kind === 'net';
  const isWide = useMedia(wide);
  const beside = isWide ? besideFor(route, location.search) : undefined;
  const hasTabBar = route.kind === 'not-found' || (route.kind === 'remote' && (isWide || route.tab !== undefined));

  useDocumentTitle(route, isDemo);
  useScrollPlace(content, location);
  useHeadingFocus(content, location);

  return (
    <div className={styles.frame} data-beside={beside?.side}>
      <div className={styles.top}>
        {isDemo ? <DemoRibbon /> : <PracticeRibbon route={route} />}
        <ConnectionBanner connection={host.quotes.connection} />
        <OutdatedCard isOutdated={host.isOutdated} onReload={() => window.location.reload()} />
        <PreviewBanner />
        <EvidenceBanner />
      </div>
      <main ref={content} id="page" tabIndex={-1} className={styles.content}>
        <RoutedPage route={route} location={location} />
      </main>
      {beside !== undefined && <BesidePage key={beside.remote} beside={beside} />}
      {hasTabBar ? <TabBar current={route.kind === 'remote' ? route.tab : undefined} /> : <div className={styles.foot} />}
      <ProgressLine pending={host.pending} />
      {!isNet && <ServiceEntry content={content} />}
      <WelcomeNotice isDue={!isNet} />
      <AgreementNotice />
      <RealityCheck />
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
