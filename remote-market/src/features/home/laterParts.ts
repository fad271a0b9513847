/** Parts of the page that come after its first figures, in a chunk of their own. One that does not come is left out. */
import { lazy, type ComponentType } from 'react';

const part = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType => () => null) }));

export const MoreNews = part(async () => (await import(/* webpackChunkName: "home.later" */ './MoreNews')).MoreNews);
