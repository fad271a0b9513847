import { LiveRegion, Notice } from '@tessera/shared/ui';

/** Why a form was refused, where no single field is to blame. Read aloud when it appears. */
export function FormProblem({ text }: { readonly text: string | undefined }) {
  return <LiveRegion isUrgent>{text !== undefined && <Notice tone="danger">{text}</Notice>}</LiveRegion>;
}
