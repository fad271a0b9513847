import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { ShieldCheck } from '@tessera/shared/ui';
import { Banner } from './Banner';
import { Swiper } from './Swiper';

/** What sets this exchange apart, as a fact that the reader can check: no promise of gain. */
export function Banners() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const fair = {
    id: 'fair',
    title: t('home.fair.title'),
    content: (
      <Banner
        title={t('home.fair.title')}
        detail={t('home.fair.detail')}
        link={t('home.fair.link')}
        mark={<ShieldCheck size={30} strokeWidth={1.6} />}
        onSelect={() => navigation.navigate('/pages/fairness/index')}
      />
    ),
  };
  return <Swiper label={t('home.slides.label')} slides={[fair]} />;
}
