/**
 * The one place that asks whether a person is certified for what he wants to do: every call whose row of the endpoint table says that
 * it needs it, on the real account. What is open can always be closed, cancelled and taken back: those calls need nothing.
 */
import { endpoints, type Endpoint, type EndpointName, type IdentityAct } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { Catalog } from '../catalog/Catalog';
import type { HandlerCall, Handlers } from '../http/handler';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import { missingFor, readCertification } from './certification';

interface GateParts {
  readonly db: Db;
  readonly catalog: Pick<Catalog, 'identityNeed'>;
}

type AnyHandler = (call: HandlerCall<EndpointName>) => Promise<unknown>;

/** The same handlers, those that need it behind the gate. */
export function withIdentityGate(parts: GateParts, handlers: Handlers): Handlers {
  const gated = Object.entries(handlers).map(([name, handler]) => {
    const { needs }: Endpoint = endpoints[name as EndpointName];
    if (needs === undefined) return [name, handler];
    const behind: AnyHandler = async (call) => {
      if (call.user?.mode === 'real') await requireCertified(parts, rowId(call.user.userId), needs);
      return (handler as AnyHandler)(call);
    };
    return [name, behind];
  });
  return Object.fromEntries(gated) as Handlers;
}

/** Throws IDENTITY_REQUIRED, IDENTITY_ALREADY_APPLIED while a reviewer is at it, IDENTITY_REJECTED after one who refused. */
async function requireCertified({ db, catalog }: GateParts, userId: number, act: IdentityAct): Promise<void> {
  const level = catalog.identityNeed(act);
  if (level === 'none') return;
  const certification = await readCertification(db, userId);
  const missing = missingFor(certification, level);
  if (missing === undefined) return;
  const { status } = certification[missing] ?? {};
  throw new AppError(
    status === 'under_review' ? 'IDENTITY_ALREADY_APPLIED' : status === 'rejected' ? 'IDENTITY_REJECTED' : 'IDENTITY_REQUIRED',
  );
}
