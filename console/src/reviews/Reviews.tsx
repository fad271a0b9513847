import type { PartProps } from '../parts';
import { ReviewList } from './ReviewList';
import { ReviewPage } from './ReviewPage';

/** What waits for an operator, or one of it. */
export function Reviews({ operator, rest: [id] }: PartProps) {
  return id === undefined ? <ReviewList /> : <ReviewPage id={id} operator={operator} />;
}
