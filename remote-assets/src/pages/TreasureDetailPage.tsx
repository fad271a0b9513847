import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useSessionState } from '@tessera/shared/react';
import { LaterPart } from '../components/LaterPart';
import { details } from './parts';
import { TreasureFrame } from './TreasureFrame';

/** One product (?id=) or one project (?project=). */
export function TreasureDetailPage() {
  const { t } = useTranslation('treasure');
  const { mode } = useSessionState();
  const [query] = useSearchParams();
  const kind = query.get('project') === null ? 'treasure' : 'projects';
  return (
    <TreasureFrame title={t(`product.${kind}`)}>
      <LaterPart key={`${kind}/${query.get('id') ?? query.get('project') ?? ''}/${mode}`} load={details[kind]} />
    </TreasureFrame>
  );
}
