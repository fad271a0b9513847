import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useRemoteContext } from '@tessera/shared/react';
import { readFavourites, toggled, writeFavourites } from './favourites';

export interface Favourites {
  readonly list: readonly string[];
  has(symbol: string): boolean;
  /** Says what was done, with Undo. */
  toggle(symbol: string): void;
}

/** One owner per page: pages read the storage when they open. */
export function useFavourites(): Favourites {
  const { t } = useTranslation(['market', 'common']);
  const { storage } = useRemoteContext();
  const dialogs = useDialogs();
  const [list, setList] = useState(() => readFavourites(storage));

  const put = useCallback(
    (next: readonly string[]) => {
      writeFavourites(storage, next);
      setList(next);
    },
    [storage],
  );
  const toggle = useCallback(
    (symbol: string) => {
      // The storage is asked again: another page may have written since.
      const before = readFavourites(storage);
      put(toggled(before, symbol));
      dialogs.toast(
        t(before.includes(symbol) ? 'favourites.removed' : 'favourites.added', { symbol: symbol.replace('-', '/') }),
        {
          action: { label: t('common:action.undo'), onSelect: () => put(before) },
        },
      );
    },
    [storage, put, dialogs, t],
  );
  return useMemo(() => {
    const known = new Set(list);
    return { list, has: (symbol: string) => known.has(symbol), toggle };
  }, [list, toggle]);
}
