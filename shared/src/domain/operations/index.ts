/** What operators and the exchange say to each other; people's own calls are the contract. */
export { operatorRole } from './operator';
export type { OperatorRole } from './operator';
