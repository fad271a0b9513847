import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { useTranslation } from '@tessera/shared/kernel';
import { pages, tabs, type TabId } from '@tessera/shared/federation';
import { ArrowLeftRight, ChartNoAxesCombined, House, Timer, Wallet, type LucideIcon } from '@tessera/shared/ui';
import { useHost } from '../bootstrap/HostServices';
import { RunningOrdersChip } from './RunningOrdersChip';
import styles from './TabBar.module.css';

const icons: Readonly<Record<TabId, LucideIcon>> = {
  home: House,
  market: ChartNoAxesCombined,
  trade: ArrowLeftRight,
  contract: Timer,
  assets: Wallet,
};

/** The five tabs. Real links, so that they can be opened and copied like any; a touch fetches the remote before the tap ends. */
export function TabBar({ current }: { readonly current: TabId | undefined }): ReactNode {
  const { navigation, remotes } = useHost();
  const { t } = useTranslation('host');
  return (
    <nav aria-label={t('tabs.label')} className={styles.bar}>
      {current !== 'contract' && <RunningOrdersChip />}
      {tabs.map(({ id, path }) => {
        const Icon = icons[id];
        const isCurrent = id === current;
        const remote = pages[path];
        return (
          <a
            key={id}
            href={`#${path}`}
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(styles.tab, isCurrent && styles.current)}
            onPointerDown={() => {
              if (remote !== undefined) void remotes.warm(remote);
            }}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
              event.preventDefault();
              navigation.switchTab(path);
            }}
          >
            <span aria-hidden className={styles.icon}>
              <Icon size={22} />
            </span>
            <span className={styles.label}>{t(`tabs.${id}`)}</span>
          </a>
        );
      })}
    </nav>
  );
}
