/** One person: what the exchange knows of him, and what an operator may do with his account. */
import type { OperationResponse, UserShown } from '@tessera/shared/operations';
import { useAct } from '../acts/useAct';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { Acts } from '../parts/Acts';
import { Back } from '../parts/Back';
import { Button } from '../parts/Button';
import { Facts } from '../parts/Facts';
import { figure } from '../parts/figure';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { mayAsk } from '../session/mayAsk';
import type { SignedInOperator } from '../session/SignedInOperator';
import { hrefOf } from '../shell/address';
import { ago } from '../texts/ago';
import { usersTexts as texts } from '../texts/users';
import { Limits } from './Limits';
import { PersonReviews } from './PersonReviews';
import { UserActDialog, type UserAct } from './UserActDialog';

type Seen = OperationResponse<'usersGet'>;

export function UserPage({ id, operator }: { readonly id: string; readonly operator: SignedInOperator }) {
  const live = useLive('usersGet', { id });
  const { act, setAct, close, done } = useAct<UserAct>(live);
  const seen = live.latest?.value;
  const who = seen === undefined ? id : (seen.user.email ?? seen.user.phone ?? seen.user.wallet ?? id);
  return (
    <>
      <Back to={['users']}>{texts.back}</Back>
      <PartTitle>{who}</PartTitle>
      <LiveView live={live}>
        {(value, { serverMs }) => (
          <>
            {mayAsk(operator.roles, 'conversationsGet') ? (
              <p>
                <a href={hrefOf(['conversations', id])}>{texts.conversation}</a>
              </p>
            ) : null}
            {mayAsk(operator.roles, 'usersFreeze') ? <UserActs user={value.user} onAct={setAct} /> : null}
            <Person user={value.user} />
            <Balances balances={value.balances} />
            <Sessions sessions={value.sessions} nowMs={serverMs} />
          </>
        )}
      </LiveView>
      {seen !== undefined && mayAsk(operator.roles, 'reviewsList') ? <PersonReviews id={id} /> : null}
      {seen !== undefined && mayAsk(operator.roles, 'usersLimits') ? (
        <Limits id={id} who={who} maySet={mayAsk(operator.roles, 'usersLimitSet')} />
      ) : null}
      {act === undefined ? null : (
        <UserActDialog act={act} id={id} who={who} onClose={close} onDone={() => done(texts.done[act](who))} />
      )}
    </>
  );
}

function UserActs({ user, onAct }: { readonly user: UserShown; readonly onAct: (act: UserAct) => void }) {
  const acts: readonly UserAct[] = [
    user.frozenAtMs === null ? 'freeze' : 'unfreeze',
    user.lockedAtMs === null ? 'lock' : 'unlock',
    'endSessions',
  ];
  return (
    <Acts label={texts.acts}>
      {acts.map((act) => (
        <Button key={act} onClick={() => onAct(act)}>
          {texts[act]}
        </Button>
      ))}
    </Acts>
  );
}

function Person({ user }: { readonly user: UserShown }) {
  const since = (atMs: number | null): string => (atMs === null ? texts.no : texts.since(dateTime(atMs)));
  return (
    <section className="card" aria-labelledby="person">
      <h2 id="person">{texts.person}</h2>
      <Facts
        facts={[
          [texts.facts.id, user.id],
          [texts.facts.email, user.email ?? texts.notGiven],
          [texts.facts.phone, user.phone ?? texts.notGiven],
          [texts.facts.wallet, user.wallet ?? texts.notGiven],
          [texts.facts.country, user.country],
          [texts.facts.mode, user.mode],
          [texts.facts.frozen, since(user.frozenAtMs)],
          [texts.facts.locked, since(user.lockedAtMs)],
          [texts.facts.registered, dateTime(user.registeredAtMs)],
        ]}
      />
    </section>
  );
}

function Balances({ balances }: Pick<Seen, 'balances'>) {
  return (
    <section className="card" aria-labelledby="balances">
      <h2 id="balances">{texts.balances}</h2>
      {balances.length === 0 ? <p className="soft">{texts.noBalances}</p> : null}
      <Facts
        facts={balances.map(({ mode, kind, asset, balance }) => [texts.balanceOf(mode, kind, asset), figure(balance)] as const)}
      />
    </section>
  );
}

function Sessions({ sessions, nowMs }: Pick<Seen, 'sessions'> & { readonly nowMs: number }) {
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions">{texts.sessions}</h2>
      {sessions.length === 0 ? <p className="soft">{texts.noSessions}</p> : null}
      <Facts
        facts={sessions.map(
          ({ mode, device, createdAtMs, lastSeenAtMs }, index) =>
            [
              `${index + 1} · ${device || texts.unknownDevice}`,
              texts.session(mode, dateTime(createdAtMs), ago(nowMs - lastSeenAtMs)),
            ] as const,
        )}
      />
    </section>
  );
}
