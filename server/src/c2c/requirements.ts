/** What every call of this module asks for first. */
import { AppError } from '@tessera/shared/errors';
import type { Catalog } from '../catalog/Catalog';
import type { SignedIn } from '../http/handler';
import { termOf } from '../topups/openTerms';
import type { TopUpTerm } from '../topups/TopUpTerm';

export function requireReal({ mode }: SignedIn): void {
  if (mode !== 'real') throw new AppError('WALLET_DEMO_FORBIDDEN');
}

/** Throws FEATURE_NOT_OPEN. */
export function requireOpen(catalog: Pick<Catalog, 'topUps' | 'networks'>, asset: string): TopUpTerm {
  const term = termOf(catalog, 'c2c', asset);
  if (term?.isOpen !== true) throw new AppError('FEATURE_NOT_OPEN');
  return term;
}
