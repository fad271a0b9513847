import type { PartProps } from '../parts';
import { UserList } from './UserList';
import { UserPage } from './UserPage';

/** Who is registered, or one of them. */
export function Users({ operator, rest: [id] }: PartProps) {
  return id === undefined ? <UserList operator={operator} /> : <UserPage id={id} operator={operator} />;
}
