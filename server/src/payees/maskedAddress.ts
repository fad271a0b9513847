/** What of a wallet's address everybody reads who sits at a session; the whole of it takes a proof. */
export const maskedAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-6)}`;
