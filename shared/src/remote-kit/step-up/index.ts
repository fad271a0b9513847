/** Proving once more that it is the person: his password, his wallet, a code to what he has on file. Texts: the namespace `stepUp`. */
export { FormProblem } from './FormProblem';
export { OneTimeCodeField } from './OneTimeCodeField';
export { ownWay } from './ownWay';
export { SendCode } from './SendCode';
export { StepUpForm, type StepUpProof } from './StepUpForm';
export { StepUpSheet } from './StepUpSheet';
export { useWallets } from './useWallets';
export type { WalletProof } from './useWalletSignature';
export { WalletSigning } from './WalletSigning';
