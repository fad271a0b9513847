/**
 * Where customer service is reached until operators made contacts: by the setting SERVICE_CONTACTS. The app opens such a link in a new
 * window, so only https and paths of our own origin are taken; a wrong setting stops the start.
 */
import * as z from 'zod/mini';
import type { EndpointResponse, Language } from '@tessera/shared/contract';
import type { Texts } from './texts';

type Contacts = EndpointResponse<'serviceContacts'>['contacts'];

const contactList = z.array(
  z.object({
    name: z.string().check(z.minLength(1), z.maxLength(60)),
    url: z.string().check(z.maxLength(500), z.regex(/^(https:\/\/[^\s]+|\/(?!\/)[^\s\\]*)$/)),
  }),
);
const ownPage = '/h5/#/pages/kefu/index';

export function parseContacts(setting: string | undefined): Contacts | undefined {
  if (setting === undefined) return undefined;
  let given: unknown;
  try {
    given = JSON.parse(setting);
  } catch {
    throw new Error('SERVICE_CONTACTS must be JSON: [{"name": "…", "url": "https://…"}]');
  }
  const parsed = z.safeParse(contactList, given);
  if (!parsed.success) throw new Error('SERVICE_CONTACTS must list {"name", "url"} with https links or paths of this site');
  return parsed.data;
}

/** Where nothing is set: the conversation with customer service. */
export const ownHelp = (texts: Texts, language: Language): Contacts => [
  { name: texts.say(language, 'contacts.service'), url: ownPage },
];
