/** Every project with what waits for an operator: one proposes, another approves. */
import type { ProjectShown } from '@tessera/shared/operations';
import { useAct } from '../acts/useAct';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import type { PartProps } from '../parts';
import { Acts } from '../parts/Acts';
import { Button } from '../parts/Button';
import { Facts } from '../parts/Facts';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { mayAsk } from '../session/mayAsk';
import { projectsTexts as texts } from '../texts/projects';
import { nameInEnglish } from './nameInEnglish';
import { ProjectDialog, type ProjectAct } from './ProjectDialog';

export function Projects({ operator }: PartProps) {
  const live = useLive('projectsList', {});
  const { act, setAct, close, done } = useAct<ProjectAct>(live);
  const onAct = mayAsk(operator.roles, 'projectsPropose') ? setAct : undefined;
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <p className="soft small">{texts.means}</p>
      {onAct === undefined ? null : (
        <Acts label={texts.title}>
          <Button kind="main" onClick={() => onAct({ is: 'propose' })}>
            {texts.act.propose}
          </Button>
        </Acts>
      )}
      <LiveView live={live}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="note">{texts.none}</p>
          ) : (
            items.map((project) => <OneProject key={project.id} project={project} name={operator.name} onAct={onAct} />)
          )
        }
      </LiveView>
      {act === undefined ? null : <ProjectDialog act={act} onClose={close} onDone={done} />}
    </>
  );
}

interface OneProjectProps {
  readonly project: ProjectShown;
  /** Of the operator. */
  readonly name: string;
  readonly onAct: ((act: ProjectAct) => void) | undefined;
}

function OneProject({ project, name, onAct }: OneProjectProps) {
  const { id, asset, state, proposal } = project;
  const { fact } = texts;
  return (
    <section className="card" aria-labelledby={`project-${id}`}>
      <h2 id={`project-${id}`}>{nameInEnglish(project)}</h2>
      <Facts
        facts={[
          [fact.state, texts.states[state]],
          [fact.bounds, texts.bounds(project.min, project.max, asset)],
          [fact.participants, texts.of(project.participants, project.maxParticipants)],
          [
            fact.taken,
            project.capacity === null ? texts.sum(project.taken, asset) : `${texts.of(project.taken, project.capacity)} ${asset}`,
          ],
          [fact.closes, dateTime(project.closesAtMs)],
          [fact.ends, dateTime(project.endsAtMs)],
          ...(project.share === null ? [] : [[fact.share, texts.result(project.share)] as const]),
          ...(state === 'open' || state === 'proposed' || state === 'rejected'
            ? []
            : [[fact.returned, texts.sum(project.returned, asset)] as const]),
        ]}
      />
      {proposal === null ? null : <p className="note">{texts.waits(proposal)}</p>}
      {proposal?.operator === name ? <p className="soft small">{texts.own}</p> : null}
      {onAct === undefined ? null : <Acts label={nameInEnglish(project)}>{actsOf(project, name, onAct)}</Acts>}
    </section>
  );
}

function actsOf(project: ProjectShown, name: string, onAct: (act: ProjectAct) => void) {
  const { proposal, state, endsAtMs } = project;
  if (proposal !== null)
    return (
      <>
        {proposal.operator === name ? null : (
          <Button kind="main" onClick={() => onAct({ is: 'approve', project, proposal })}>
            {texts.act.approve}
          </Button>
        )}
        <Button onClick={() => onAct({ is: 'reject', project, proposal })}>{texts.act.reject}</Button>
      </>
    );
  if (state !== 'open') return null;
  return endsAtMs <= Date.now() ? (
    <Button onClick={() => onAct({ is: 'result', project })}>{texts.act.result}</Button>
  ) : (
    <Button onClick={() => onAct({ is: 'cancel', project })}>{texts.act.cancel}</Button>
  );
}
