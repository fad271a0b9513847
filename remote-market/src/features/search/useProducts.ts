import { tabs } from '@tessera/shared/federation';
import { useTranslation } from '@tessera/shared/kernel';
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  CandlestickChart,
  Landmark,
  PiggyBank,
  Repeat,
  ShieldCheck,
  Timer,
  type LucideIcon,
} from '@tessera/shared/ui';

interface Product {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly isTab: boolean;
}

/** What a person can do here, by the words of his language that contain what he typed. */
export function useProducts(typed: string): readonly Product[] {
  const { t } = useTranslation('market');
  const wanted = bare(typed);
  if (wanted === '') return [];
  const all: readonly Omit<Product, 'isTab'>[] = [
    { id: 'spot', label: t('product.spot'), icon: Repeat, path: '/pages/trade/index' },
    { id: 'seconds', label: t('product.seconds'), icon: Timer, path: '/pages/contract/index' },
    {
      id: 'leverage',
      label: t('product.leverage'),
      icon: CandlestickChart,
      path: '/pages/contract/index',
      query: { product: 'leverage' },
    },
    { id: 'treasure', label: t('entry.treasure'), icon: PiggyBank, path: '/pages/InterestTreasure/index' },
    { id: 'loans', label: t('entry.loans'), icon: Landmark, path: '/pages/InterestTreasure/index', query: { product: 'loans' } },
    { id: 'topUp', label: t('entry.topUp'), icon: ArrowDownLeft, path: '/pages/assets/topup' },
    { id: 'withdraw', label: t('entry.withdraw'), icon: ArrowUpRight, path: '/pages/assets/withdraw' },
    { id: 'transfer', label: t('entry.transfer'), icon: ArrowLeftRight, path: '/pages/assets/transfer' },
    { id: 'fairness', label: t('home.fair.title'), icon: ShieldCheck, path: '/pages/fairness/index' },
  ];
  return all
    .filter(({ label }) => bare(label).includes(wanted))
    .map((product) => ({ ...product, isTab: tabs.some(({ path }) => path === product.path) }));
}

const bare = (text: string): string => text.normalize('NFKC').toLocaleLowerCase().trim();
