/** Parts of the page that come after its first figures, in a chunk of their own. One that does not come is left out. */
import { lazy, type ReactNode } from 'react';

export const Banners = lazy(async () => ({
  default: await import(/* webpackChunkName: "home.later" */ './Banners').then(
    (loaded) => loaded.Banners,
    () => FirstAlone,
  ),
}));

export const MoreNews = lazy(async () => ({
  default: await import(/* webpackChunkName: "home.later" */ './MoreNews').then(
    (loaded) => loaded.MoreNews,
    () => Nothing,
  ),
}));

const FirstAlone = ({ first }: { readonly first: ReactNode }) => first;
const Nothing = () => null;
