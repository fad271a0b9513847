import type { PartProps } from '../parts';
import { TermsList } from './TermsList';
import { TermsPage } from './TermsPage';

/** The terms of every market, or those of one: "#/catalogue/seconds/crypto/30". */
export function Catalogue({ operator, rest: [name = 'symbol', ...key] }: PartProps) {
  return key.length === 0 ? <TermsList name={name} /> : <TermsPage name={name} wanted={key} operator={operator} />;
}
