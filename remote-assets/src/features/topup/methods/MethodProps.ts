import type { TopUpTerms } from '@tessera/shared/contract';

/** What a way to top up is given: the chosen coin with its terms by this way. */
export interface MethodProps {
  readonly terms: TopUpTerms['methods'][number]['assets'][number];
}
