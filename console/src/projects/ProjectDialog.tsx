/** Asks for a project, for its result, or whether what a colleague proposed is right. What was typed stays when it is refused. */
import { useState } from 'react';
import type { OperationResponse, ProjectProposal, ProjectShown } from '@tessera/shared/operations';
import { ActDialog } from '../acts/ActDialog';
import { PreviewedDialog } from '../acts/PreviewedDialog';
import { callOperation } from '../api/operations';
import { Field } from '../parts/Field';
import { projectsTexts as texts } from '../texts/projects';
import { LanguageTexts, type TextPart } from './LanguageTexts';
import { nameInEnglish } from './nameInEnglish';
import { readProject, readResult, type Typed } from './projectFields';

export type ProjectAct =
  | { readonly is: 'propose' }
  | { readonly is: 'result' | 'cancel'; readonly project: ProjectShown }
  | { readonly is: 'approve' | 'reject'; readonly project: ProjectShown; readonly proposal: ProjectProposal };

interface DialogProps {
  /** `told`: what came of it, in words. */
  readonly onDone: (told: string) => void;
  readonly onClose: () => void;
}

export function ProjectDialog({ act, onDone, onClose }: DialogProps & { readonly act: ProjectAct }) {
  const proposed = { onClose, onDone: () => onDone(texts.done.proposed) };
  if (act.is === 'propose') return <ProposeDialog onDone={onDone} onClose={onClose} />;
  const name = nameInEnglish(act.project);
  switch (act.is) {
    case 'result':
      return <ResultDialog project={act.project} onDone={onDone} onClose={onClose} />;
    case 'cancel':
      return (
        <ActDialog
          {...proposed}
          kind="danger"
          title={texts.ask.cancel(name)}
          confirm={texts.proposeNow}
          reasonHint={texts.publicReason}
          act={(reason) => callOperation('projectsCancel', { id: act.project.id, reason })}
        />
      );
    case 'reject':
      return (
        <ActDialog
          kind="danger"
          title={texts.ask.reject(name, act.proposal.act)}
          confirm={texts.rejectNow}
          reasonHint={texts.reasonHint}
          act={(reason) => callOperation('projectsReject', { proposalId: act.proposal.id, reason })}
          onClose={onClose}
          onDone={() => onDone(texts.done.rejected)}
        />
      );
    case 'approve':
      return (
        <PreviewedDialog<OperationResponse<'projectsApprove'>>
          title={texts.ask.approve(name, act.proposal.act)}
          confirm={texts.approveNow}
          ask={(_, preview, shown) =>
            callOperation('projectsApprove', {
              proposalId: act.proposal.id,
              preview,
              ...(shown === undefined ? {} : { seen: shown.seen }),
            })
          }
          show={({ returned, participants }) =>
            act.proposal.act === 'open' ? null : <p>{texts.paysBack(returned, act.project.asset, participants)}</p>
          }
          onClose={onClose}
          onDone={() => onDone(texts.done.approved)}
        >
          <Proposed project={act.project} proposal={act.proposal} />
        </PreviewedDialog>
      );
  }
}

/** Every word of it, as people will read it. */
function Proposed({ project, proposal }: { readonly project: ProjectShown; readonly proposal: ProjectProposal }) {
  const said =
    proposal.act === 'open'
      ? project.texts.map(({ language, name, about }) => [language, `${name}: ${about}`] as const)
      : proposal.texts.map(({ language, statement }) => [language, statement] as const);
  return (
    <>
      <p>{texts.waits(proposal)}</p>
      {proposal.share === null ? null : <p>{texts.share(proposal.share)}</p>}
      {said.map(([language, text]) => (
        <p key={language} lang={language}>
          {text}
        </p>
      ))}
    </>
  );
}

const terms = ['asset', 'min', 'max', 'maxParticipants', 'capacity', 'closesAt', 'endsAt'] as const;
const words: readonly TextPart[] = [
  { part: 'name', longest: 80, isLong: false },
  { part: 'about', longest: 4000, isLong: true },
];
const statement: readonly TextPart[] = [{ part: 'statement', longest: 4000, isLong: true }];

function useTyped(initial: Typed) {
  const [typed, setTyped] = useState(initial);
  return { typed, onType: (name: string, text: string) => setTyped({ ...typed, [name]: text }) };
}

function ProposeDialog({ onDone, onClose }: DialogProps) {
  const { typed, onType } = useTyped({ asset: 'USDT' });
  const read = readProject(typed);
  return (
    <ActDialog
      title={texts.ask.propose}
      confirm={texts.proposeNow}
      reasonHint={texts.reasonHint}
      isReady={read !== undefined}
      act={(reason) => callOperation('projectsPropose', { ...(read as NonNullable<typeof read>), reason })}
      onClose={onClose}
      onDone={() => onDone(texts.done.proposed)}
    >
      {terms.map((name, at) => (
        <Field key={name} label={texts.field[name]}>
          <input
            type={name === 'closesAt' || name === 'endsAt' ? 'datetime-local' : 'text'}
            value={typed[name] ?? ''}
            onChange={({ target }) => onType(name, target.value)}
            maxLength={40}
            autoComplete="off"
            data-first={at === 0 || undefined}
          />
        </Field>
      ))}
      <LanguageTexts parts={words} typed={typed} onType={onType} />
    </ActDialog>
  );
}

function ResultDialog({ project, onDone, onClose }: DialogProps & { readonly project: ProjectShown }) {
  const { typed, onType } = useTyped({});
  const read = readResult(typed);
  return (
    <ActDialog
      title={texts.ask.result(nameInEnglish(project))}
      confirm={texts.proposeNow}
      reasonHint={texts.reasonHint}
      isReady={read !== undefined}
      act={(reason) => callOperation('projectsResult', { id: project.id, ...(read as NonNullable<typeof read>), reason })}
      onClose={onClose}
      onDone={() => onDone(texts.done.proposed)}
    >
      <Field label={texts.field.share}>
        <input
          value={typed['share'] ?? ''}
          onChange={({ target }) => onType('share', target.value)}
          maxLength={12}
          autoComplete="off"
          data-first
        />
      </Field>
      <LanguageTexts parts={statement} typed={typed} onType={onType} />
    </ActDialog>
  );
}
