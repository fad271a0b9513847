/** Who may act for the house, as what, and when he was last here; who is to be out, or back. */
import type { OperationResponse } from '@tessera/shared/operations';
import { useAct } from '../acts/useAct';
import { ActDialog } from '../acts/ActDialog';
import { callOperation } from '../api/operations';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import type { PartProps } from '../parts';
import { Button } from '../parts/Button';
import { Line, Lines } from '../parts/Lines';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { mayAsk } from '../session/mayAsk';
import { ago } from '../texts/ago';
import { operatorsTexts as texts } from '../texts/operators';
import styles from './Operators.module.css';

type Listed = OperationResponse<'operatorsList'>['operators'][number];
type Verb = 'disable' | 'enable';

export function Operators({ operator }: PartProps) {
  const live = useLive('operatorsList', {});
  const { act, setAct, close, done } = useAct<{ readonly verb: Verb; readonly name: string }>(live);
  const mayAct = mayAsk(operator.roles, 'operatorsDisable');
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <div className="note">
        <p>{texts.adding}</p>
        {texts.commands.map((command) => (
          <p key={command} className="code">
            {command}
          </p>
        ))}
      </div>
      <LiveView live={live}>
        {({ operators }, { serverMs }) => (
          <section className="card" aria-labelledby="operators">
            <h2 id="operators">{texts.list}</h2>
            <Lines>
              {operators.map((one) => (
                <Line key={one.name} acts={mayAct && one.name !== operator.name ? <Verbs of={one} onAct={setAct} /> : null}>
                  <p>
                    <strong>{one.name}</strong>
                    {one.name === operator.name ? ` (${texts.you})` : ''} <span className="soft">{one.roles.join(', ')}</span>
                  </p>
                  <Standing of={one} nowMs={serverMs} />
                </Line>
              ))}
            </Lines>
          </section>
        )}
      </LiveView>
      {act === undefined ? null : (
        <ActDialog
          title={texts.ask[act.verb](act.name)}
          confirm={texts[act.verb]}
          kind={act.verb === 'disable' ? 'danger' : 'main'}
          reasonHint={texts.reasonHint}
          act={(reason) =>
            callOperation(act.verb === 'disable' ? 'operatorsDisable' : 'operatorsEnable', { name: act.name, reason })
          }
          onClose={close}
          onDone={() => done(texts.done[act.verb](act.name))}
        >
          <p>{texts.means[act.verb]}</p>
        </ActDialog>
      )}
    </>
  );
}

function Verbs({
  of: { name, disabledAtMs },
  onAct,
}: {
  readonly of: Listed;
  readonly onAct: (act: { readonly verb: Verb; readonly name: string }) => void;
}) {
  const verb = disabledAtMs === null ? 'disable' : 'enable';
  return (
    <Button label={texts.nameOf[verb](name)} onClick={() => onAct({ verb, name })}>
      {texts[verb]}
    </Button>
  );
}

function Standing({ of, nowMs }: { readonly of: Listed; readonly nowMs: number }) {
  const { createdAtMs, disabledAtMs, lastSignInMs, hasKey } = of;
  return (
    <>
      {disabledAtMs === null ? null : <p className={styles['out']}>{texts.disabledSince(dateTime(disabledAtMs))}</p>}
      {disabledAtMs === null && !hasKey ? <p className={styles['out']}>{texts.noKey}</p> : null}
      <p className="soft small">
        <span title={lastSignInMs === null ? undefined : dateTime(lastSignInMs)}>
          {lastSignInMs === null ? texts.never : texts.signedIn(ago(nowMs - lastSignInMs))}
        </span>
        {' · '}
        {texts.added(dateTime(createdAtMs))}
      </p>
    </>
  );
}
