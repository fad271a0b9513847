/** The operators' side of the exchange: who is signed in, and what the calls of their table do. */
import { createMessages } from '../content/messages';
import type { Passwords } from '../identity/passwords';
import { createLimits } from '../http/limits';
import { addressCalls } from './addressCalls';
import { alarmCalls } from './alarmCalls';
import { catalogueCalls } from './catalogueCalls';
import { contentCalls } from './contentCalls';
import { conversationCalls } from './conversationCalls';
import { custodyCalls } from './custodyCalls';
import { exposureCalls } from './exposureCalls';
import { houseCalls } from './houseCalls';
import { incidentCalls } from './incidentCalls';
import { limitCalls } from './limitCalls';
import { marketCalls } from './marketCalls';
import { addOperationRoutes } from './operationRoutes';
import { createOperatorSessions, type OperatorSessions } from './OperatorSessions';
import { releaseCalls, type OperatorsVerbs } from './releaseCalls';
import { merchantCalls } from './merchantCalls';
import { projectCalls } from './projectCalls';
import { gatewayCalls } from './gatewayCalls';
import { loanCalls } from './loanCalls';
import { payoutCalls } from './payoutCalls';
import { reviewCalls } from './reviewCalls';
import { sessionCalls } from './sessionCalls';
import { staffCalls } from './staffCalls';
import { userCalls } from './userCalls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sessions } from '../identity/sessions';
import type { Texts } from '../content/texts';
import type { ServiceDesk } from '../conversations/ServiceDesk';
import type { Checks } from '../ops/healthPages';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import type { SecretBox } from '../platform/secretBox';
import type { Reviews } from '../reviews/Reviews';
import type { Db } from '../store/database';
import type { MerchantDesk } from '../c2c/MerchantDesk';
import type { PayoutDesk } from '../withdrawals/PayoutDesk';
import type { OperationHandlers } from './OperationHandler';

export interface Operations {
  readonly sessions: OperatorSessions;
  readonly handlers: OperationHandlers;
  /** Below /ops/api of this server. */
  addRoutes(http: FastifyInstance): Promise<void>;
}

export interface OperationsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Of the operators' keys of one-time codes. */
  readonly box: SecretBox;
  readonly reviews: Reviews;
  readonly desk: ServiceDesk;
  readonly payouts: PayoutDesk;
  readonly merchants: MerchantDesk;
  /** The networks whose custody programs count. */
  readonly chains: readonly string[];
  readonly releaseVerbs: OperatorsVerbs;
  /** People's. */
  readonly personSessions: Pick<Sessions, 'endAllOf'>;
  readonly problems: () => Promise<Checks>;
  /** What the release says. */
  readonly texts: Texts;
  /** Where the secrets lie of the keys that sign roots and receipts. */
  readonly signingKeysFile: string;
  readonly rateLimitFactor: number;
  /** The address that a call came from. */
  readonly callerOf: (request: FastifyRequest) => string;
  readonly passwords: Passwords;
  /** Before a sign-in is judged that many tried before. */
  readonly wait?: (ms: number) => Promise<void>;
}

export function createOperations(deps: OperationsDeps): Operations {
  const { db, clock, random, log, box } = deps;
  const sessions = createOperatorSessions({
    db,
    clock,
    random,
    log,
    box,
    passwords: deps.passwords,
    ...(deps.wait === undefined ? {} : { wait: deps.wait }),
  });
  const handlers: OperationHandlers = {
    ...sessionCalls(sessions),
    ...reviewCalls(deps.reviews),
    ...payoutCalls(deps.payouts),
    ...merchantCalls(deps.merchants),
    ...projectCalls({ db }),
    ...releaseCalls({ db, verbs: deps.releaseVerbs }),
    ...userCalls({ db, sessions: deps.personSessions }),
    ...limitCalls({ db, messages: createMessages({ db, texts: deps.texts }) }),
    ...conversationCalls(deps.desk),
    ...addressCalls({ db }),
    ...gatewayCalls({ db }),
    ...loanCalls({ db }),
    ...alarmCalls({ db }),
    ...catalogueCalls({ db }),
    ...contentCalls({ db, texts: deps.texts, random }),
    ...marketCalls({ db }),
    ...incidentCalls({ db }),
    ...houseCalls({ db, problems: deps.problems }),
    ...exposureCalls({ db }),
    ...custodyCalls({ db, chains: deps.chains }),
    ...staffCalls({ db, signingKeysFile: deps.signingKeysFile }),
  };
  return {
    sessions,
    handlers,
    addRoutes: (http) =>
      addOperationRoutes(http, {
        handlers,
        sessions,
        db,
        clock,
        log,
        limits: createLimits(deps.rateLimitFactor),
        callerOf: deps.callerOf,
      }),
  };
}
