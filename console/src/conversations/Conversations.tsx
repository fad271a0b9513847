import type { PartProps } from '../parts';
import { ConversationList } from './ConversationList';
import { ConversationPage } from './ConversationPage';

/** People who wrote to customer service, or the conversation with one of them. */
export function Conversations({ operator, rest: [userId] }: PartProps) {
  return userId === undefined ? <ConversationList /> : <ConversationPage key={userId} userId={userId} operator={operator} />;
}
