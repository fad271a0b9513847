import type { WalletPurpose } from '../../domain/contract';
import { useWalletSignature, type WalletProof } from './useWalletSignature';
import { WalletSteps } from './WalletSteps';

interface WalletSigningProps {
  readonly purpose: WalletPurpose;
  readonly onSigned: (proof: WalletProof) => void;
  /** A call with the last signature is under way. */
  readonly isBusy: boolean;
  /** False: something else of the form is still missing. */
  readonly canSign?: boolean;
}

/** From the choice of a wallet to its signature. */
export function WalletSigning({ purpose, onSigned, ...shown }: WalletSigningProps) {
  return <WalletSteps signature={useWalletSignature(purpose, onSigned)} {...shown} />;
}
