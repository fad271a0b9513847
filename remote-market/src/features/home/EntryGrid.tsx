import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import {
  ActionTile,
  ActionTiles,
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Bell,
  CircleHelp,
  Landmark,
  PiggyBank,
  Timer,
  type LucideIcon,
} from '@tessera/shared/ui';

/** Paths of the specification's pages. A product that is not open yet says so on its own page. */
const entries = [
  { id: 'topUp', icon: ArrowDownLeft, path: '/pages/assets/topup' },
  { id: 'withdraw', icon: ArrowUpRight, path: '/pages/assets/withdraw' },
  { id: 'transfer', icon: ArrowLeftRight, path: '/pages/assets/transfer' },
  { id: 'seconds', icon: Timer, path: '/pages/contract/index' },
  { id: 'treasure', icon: PiggyBank, path: '/pages/InterestTreasure/index' },
  // Loans have no page of their own in the specification; they stand beside the deposits.
  { id: 'loans', icon: Landmark, path: '/pages/InterestTreasure/index', query: { product: 'loans' } },
  { id: 'alerts', icon: Bell, path: '/pages/alerts/index' },
  { id: 'help', icon: CircleHelp, path: '/pages/help/index' },
] as const satisfies readonly { id: string; icon: LucideIcon; path: string; query?: Record<string, string> }[];

export function EntryGrid() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  return (
    <ActionTiles label={t('home.entries')}>
      {entries.map((entry) => (
        <ActionTile
          key={entry.id}
          icon={entry.icon}
          label={t(`entry.${entry.id}`)}
          onSelect={() =>
            entry.id === 'seconds'
              ? navigation.switchTab(entry.path)
              : navigation.navigate(entry.path, 'query' in entry ? entry.query : undefined)
          }
        />
      ))}
    </ActionTiles>
  );
}
