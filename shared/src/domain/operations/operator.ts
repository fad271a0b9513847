import * as z from 'zod/mini';

/** What an operator may act as. Those of a market's halts and incidents are published by their name, the others never. */
export const operatorRole = z.enum(['support', 'identity', 'treasury', 'risk', 'content', 'release', 'trading', 'compliance']);
export type OperatorRole = z.infer<typeof operatorRole>;
