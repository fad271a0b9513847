/** Which version of the catalogue is in force and which markets are halted: told to anyone who connects, and to all when it changes. */
import type { Catalog } from '../catalog/Catalog';
import type { OurServer, OurSocket } from './OurSocket';

export interface CatalogNews {
  greet(socket: OurSocket): void;
  /** What changed since it was last announced. */
  announce(io: OurServer | undefined): void;
}

export function createCatalogNews(catalog: Pick<Catalog, 'version' | 'halted'>): CatalogNews {
  let knownVersion = catalog.version();
  let knownHalts = catalog.halted();
  return {
    greet(socket) {
      socket.emit('catalog.changed', { version: catalog.version() });
      socket.emit('market.halts', { symbols: catalog.halted() });
    },
    announce(io) {
      const [version, symbols] = [catalog.version(), catalog.halted()];
      if (version !== knownVersion) io?.emit('catalog.changed', { version });
      if (symbols.join() !== knownHalts.join()) io?.emit('market.halts', { symbols });
      [knownVersion, knownHalts] = [version, symbols];
    },
  };
}
