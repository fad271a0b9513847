export { createVerifyEd25519, verifyEd25519 } from './verifyEd25519';
