/** Whether the books hold: what stands still, the checks of the exchange, the rules over the ledger, the chain of the audit log. */
import { useState } from 'react';
import type { OperationResponse } from '@tessera/shared/operations';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import type { PartProps } from '../parts';
import { Acts } from '../parts/Acts';
import { Button } from '../parts/Button';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { mayAsk } from '../session/mayAsk';
import { tell } from '../shell/notice';
import { ago } from '../texts/ago';
import { booksTexts as texts } from '../texts/books';
import styles from './Books.module.css';
import { ReadOnlyDialog } from './ReadOnlyDialog';

type Health = OperationResponse<'booksHealth'>;

export function Books({ operator }: PartProps) {
  const live = useLive('booksHealth', {});
  const [turning, setTurning] = useState<'on' | 'off'>();
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <LiveView live={live}>
        {(health, { serverMs }) => (
          <>
            <Summary health={health} onTurn={mayAsk(operator.roles, 'booksReadOnly') ? setTurning : undefined} />
            <Checks checks={health.checks} />
            <Rules rules={health.rules} nowMs={serverMs} />
          </>
        )}
      </LiveView>
      {turning === undefined ? null : (
        <ReadOnlyDialog
          turn={turning}
          onClose={() => setTurning(undefined)}
          onDone={() => {
            tell(texts.readOnly[turning].done);
            setTurning(undefined);
            live.refresh();
          }}
        />
      )}
    </>
  );
}

function Summary({
  health: { funds, brokenAuditRow },
  onTurn,
}: {
  readonly health: Health;
  readonly onTurn: ((turn: 'on' | 'off') => void) | undefined;
}) {
  const turn = funds.isReadOnly ? 'off' : 'on';
  return (
    <section className="card" aria-labelledby="summary">
      <h2 id="summary">{texts.summary}</h2>
      <p className={funds.isReadOnly ? 'problem' : 'done'}>
        {funds.isReadOnly ? texts.stopped(funds.reason, funds.sinceMs === null ? '' : dateTime(funds.sinceMs)) : texts.flows}
      </p>
      <p className={brokenAuditRow === null ? 'done' : 'problem'}>
        {brokenAuditRow === null ? texts.chainHolds : texts.chainBroken(brokenAuditRow)}
      </p>
      {onTurn === undefined ? null : (
        <Acts label={texts.acts}>
          <Button kind={turn === 'on' ? 'danger' : 'plain'} onClick={() => onTurn(turn)}>
            {texts.readOnly[turn].button}
          </Button>
        </Acts>
      )}
    </section>
  );
}

function Checks({ checks }: Pick<Health, 'checks'>) {
  return (
    <section className="card" aria-labelledby="checks">
      <h2 id="checks">{texts.checks}</h2>
      <dl className={styles['pairs']}>
        {Object.entries(checks).map(([name, problem]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={problem === null ? styles['well'] : styles['ill']}>{problem ?? texts.well}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Rules({ rules, nowMs }: Pick<Health, 'rules'> & { readonly nowMs: number }) {
  return (
    <section className="card" aria-labelledby="rules">
      <h2 id="rules">{texts.rules}</h2>
      <p className="soft small">{texts.rulesMean}</p>
      {rules.length === 0 ? <p className="soft">{texts.noRules}</p> : null}
      <dl className={styles['pairs']}>
        {rules.map(({ rule, reached, atMs }) => (
          <div key={rule}>
            <dt>{rule}</dt>
            <dd title={dateTime(atMs)}>{texts.reached(reached, ago(nowMs - atMs))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
