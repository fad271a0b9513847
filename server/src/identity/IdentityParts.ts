/** What identity is given, and what its calls share. */
import type { Catalog } from '../catalog/Catalog';
import type { Messages } from '../content/messages';
import type { Texts } from '../content/texts';
import type { Clock } from '../platform/Clock';
import type { Config } from '../platform/config';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import type { SecretBox } from '../platform/secretBox';
import type { Db, Tx } from '../store/database';
import type { CodeDelivery, DeliveryConfig } from './codeDelivery';
import type { Codes } from './codes';
import type { OneTimeCodes } from './OneTimeCodes';
import type { Passwords } from './passwords';
import type { Puzzles } from './puzzles';
import type { RequireStepUp } from './requireStepUp';
import type { Sessions } from './sessions';
import type { Throttle } from './throttle';
import type { WalletTexts } from './walletTexts';

export interface IdentityDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly config: DeliveryConfig & Pick<Config, 'rateLimitFactor' | 'isInvitationRequired' | 'publicOrigin'>;
  readonly catalog: Pick<Catalog, 'identityNeed'>;
  readonly messages: Messages;
  readonly texts: Texts;
  /** Seals what of a person must not be read in the database. */
  readonly secretBox: SecretBox;
  readonly openDemoAccount: (tx: Tx, userId: number, nowMs: number) => Promise<void>;
  /** Where a code is shown when no mail or text-message service is set. Not the log. */
  readonly print: (line: string) => void;
  /** A test may count or replace what is costly. */
  readonly passwords?: Passwords;
  readonly delivery?: CodeDelivery;
}

/** What the calls of this module share. */
export interface IdentityParts extends Omit<IdentityDeps, 'config' | 'print' | 'passwords' | 'delivery' | 'secretBox'> {
  readonly isInvitationRequired: boolean;
  readonly isProduction: boolean;
  /** Where people open the app; undefined: only on this machine. */
  readonly publicOrigin: string | undefined;
  readonly passwords: Passwords;
  readonly oneTimeCodes: OneTimeCodes;
  readonly puzzles: Puzzles;
  readonly requireStepUp: RequireStepUp;
  readonly throttle: Throttle;
  readonly walletTexts: WalletTexts;
  readonly codes: Codes;
  readonly delivery: CodeDelivery;
  readonly sessions: Sessions;
}
