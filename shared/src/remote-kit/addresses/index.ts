export { addressOfSum } from './addressOfSum';
