import { readOrMakeSecret } from '../platform/readOrMakeSecret';
import { createSecretBox, type SecretBox } from '../platform/secretBox';
import type { Config } from '../platform/config';

/** Of the operators' keys of one-time codes: under the same key as people's secrets, apart from them. */
export const operatorBox = ({ accountKey, accountKeyFile }: Pick<Config, 'accountKey' | 'accountKeyFile'>): SecretBox =>
  createSecretBox(async () => accountKey ?? (await readOrMakeSecret(accountKeyFile)), 'tessera operators');
