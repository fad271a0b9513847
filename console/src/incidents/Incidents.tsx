/** Markets that are halted, prices that do not count, and what waits for a second operator. */
import type { OperationResponse } from '@tessera/shared/operations';
import { useAct } from '../acts/useAct';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import type { PartProps } from '../parts';
import { PartTitle } from '../parts/PartTitle';
import { mayAsk } from '../session/mayAsk';
import { incidentsTexts as texts } from '../texts/incidents';
import { Halts } from './Halts';
import { HaltForm } from './HaltForm';
import { IncidentDialog, type IncidentAct } from './IncidentDialog';
import { Past } from './Past';
import { Proposals } from './Proposals';
import { ProposeForm } from './ProposeForm';

export type Seen = OperationResponse<'incidentsList'>;

export function Incidents({ operator }: PartProps) {
  const live = useLive('incidentsList', {});
  const { act, setAct, close, done } = useAct<IncidentAct>(live);
  const mayHalt = mayAsk(operator.roles, 'marketsHalt');
  const mayVoid = mayAsk(operator.roles, 'incidentsPropose');
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <LiveView live={live}>
        {({ halts, proposals, incidents }) => (
          <>
            <Halts halts={halts.filter(({ untilMs }) => untilMs === null)} mayResume={mayHalt} onAct={setAct} />
            <Proposals proposals={proposals} operatorName={operator.name} mayDecide={mayVoid} onAct={setAct} />
            <Past halts={halts.filter(({ untilMs }) => untilMs !== null)} incidents={incidents} />
          </>
        )}
      </LiveView>
      {mayHalt ? <HaltForm operatorName={operator.name} onAct={setAct} /> : null}
      {mayVoid ? <ProposeForm operatorName={operator.name} onAct={setAct} /> : null}
      {act === undefined ? null : <IncidentDialog act={act} onClose={close} onDone={done} />}
    </>
  );
}
