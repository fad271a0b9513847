import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import { Megaphone } from '@tessera/shared/ui';
import { Banner } from './Banner';
import { Swiper } from './Swiper';

/** The release's own slide, and those of the operators once they are here. */
export function Banners({ first }: { readonly first: ReactNode }) {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const made = useEndpoint('newsBanners', {}, { freshMs: 300_000 }).data?.items ?? [];
  if (made.length === 0) return first;
  const open = (address: string) => {
    const [path = '', query = ''] = address.split('?');
    navigation.navigate(path, Object.fromEntries(new URLSearchParams(query)));
  };
  return (
    <Swiper
      label={t('home.slides.label')}
      slides={[
        { id: 'fair', title: t('home.fair.title'), content: first },
        ...made.map(({ id, title, summary, link }) => ({
          id,
          title,
          content: (
            <Banner
              title={title}
              detail={summary}
              mark={<Megaphone size={28} strokeWidth={1.6} />}
              {...(link === undefined ? {} : { link: t('home.slides.more'), onSelect: () => open(link) })}
            />
          ),
        })),
      ]}
    />
  );
}
