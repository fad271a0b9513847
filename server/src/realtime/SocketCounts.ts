/** How many connections stand now: of each network, of each person, in all. Each bound keeps one client from being most of them. */
export interface SocketBounds {
  readonly inAll: number;
  readonly perNetwork: number;
  readonly perPerson: number;
}

export const defaultBounds: SocketBounds = { inAll: 10_000, perNetwork: 300, perPerson: 20 };

export interface SocketCounts {
  /** May one more connection come from this network? */
  hasRoom(network: string): boolean;
  /** A connection stands. Answers what to call when it is gone. */
  connected(network: string): () => void;
  /** The person's connection; undefined when there are as many as may be. Otherwise what to call when it is gone. */
  signedIn(userId: string): (() => void) | undefined;
}

export function createSocketCounts(bounds: SocketBounds = defaultBounds): SocketCounts {
  const networks = new Map<string, number>();
  const people = new Map<string, number>();
  let all = 0;

  function take(counts: Map<string, number>, name: string): () => void {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    let isGone = false;
    return () => {
      if (isGone) return;
      isGone = true;
      const left = (counts.get(name) ?? 1) - 1;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    };
  }

  return {
    hasRoom: (network) => all < bounds.inAll && (networks.get(network) ?? 0) < bounds.perNetwork,
    connected(network) {
      const leave = take(networks, network);
      all += 1;
      let isGone = false;
      return () => {
        if (!isGone) all -= 1;
        isGone = true;
        leave();
      };
    },
    signedIn: (userId) => ((people.get(userId) ?? 0) < bounds.perPerson ? take(people, userId) : undefined),
  };
}
