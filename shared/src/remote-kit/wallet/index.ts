/** The signed-in person's own money, for pages that show it. Their words are the namespace `wallet`. */
export { HideAmountsButton } from './HideAmountsButton';
export { TotalValue } from './TotalValue';
export { useAmountsHidden } from './useAmountsHidden';
export { useShownScale } from './useShownScale';
export { useWallet } from './useWallet';
export type { Wallet } from './useWallet';
