import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { ShieldCheck } from '@tessera/shared/ui';
import { Banner } from './Banner';

/** What sets this exchange apart, as a fact that the reader can check: no promise of gain. */
export function FairnessBanner() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  return (
    <Banner
      title={t('home.fair.title')}
      detail={t('home.fair.detail')}
      link={t('home.fair.link')}
      mark={<ShieldCheck size={30} strokeWidth={1.6} />}
      onSelect={() => navigation.navigate('/pages/fairness/index')}
    />
  );
}
