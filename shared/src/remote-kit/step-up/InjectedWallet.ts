/** A wallet that an extension or the browser itself put into the page (EIP-1193). */
export interface WalletProvider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

export interface InjectedWallet {
  readonly id: string;
  /** As it calls itself: somebody else's words. "" when it has no name. */
  readonly name: string;
  readonly provider: WalletProvider;
}

const longestName = 40;
const isProvider = (value: unknown): value is WalletProvider =>
  typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function';

const detailOf = (event: Event): unknown => ('detail' in event ? event.detail : undefined);

function announced(event: Event): InjectedWallet | undefined {
  const { info, provider } = (detailOf(event) ?? {}) as { info?: { uuid?: unknown; name?: unknown }; provider?: unknown };
  if (!isProvider(provider) || typeof info?.uuid !== 'string') return undefined;
  return { id: info.uuid, name: typeof info.name === 'string' ? info.name.slice(0, longestName) : '', provider };
}

/**
 * Tells which wallets are here, now and whenever one announces itself (EIP-6963); the one in `window.ethereum` only where none does.
 * Answers how to stop.
 */
export function watchWallets(onWallets: (wallets: readonly InjectedWallet[]) => void): () => void {
  const found = new Map<string, InjectedWallet>();
  const onAnnounced = (event: Event) => {
    const wallet = announced(event);
    if (wallet === undefined) return;
    found.set(wallet.id, wallet);
    onWallets([...found.values()]);
  };
  window.addEventListener('eip6963:announceProvider', onAnnounced);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  const { ethereum } = window as { ethereum?: unknown };
  if (found.size === 0 && isProvider(ethereum)) onWallets([{ id: 'window.ethereum', name: '', provider: ethereum }]);
  return () => window.removeEventListener('eip6963:announceProvider', onAnnounced);
}
