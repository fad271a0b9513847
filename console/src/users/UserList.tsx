import type { UserShown } from '@tessera/shared/operations';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import { Field } from '../parts/Field';
import { PartTitle } from '../parts/PartTitle';
import { Row, Rows } from '../parts/Rows';
import { dateTime } from '../parts/times';
import { useKept } from '../parts/useKept';
import type { SignedInOperator } from '../session/SignedInOperator';
import { hrefOf } from '../shell/address';
import { usersTexts as texts } from '../texts/users';

const shortestSearch = 3;

export function UserList({ operator }: { readonly operator: SignedInOperator }) {
  const [typed, setTyped] = useKept(`${operator.name} users`, '');
  const text = typed.trim();
  const filter = text.length < shortestSearch ? {} : { text };
  const paging = usePaging(JSON.stringify(filter));
  const live = useLive('usersSearch', { ...filter, ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }) });
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <div className="filters" role="search" aria-label={texts.filter}>
        <Field label={texts.search} hint={texts.searchHint}>
          <input
            type="search"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            maxLength={100}
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      </div>
      <LiveView live={live}>
        {({ items, next }) => (
          <>
            {items.length === 0 ? <p className="note">{texts.none}</p> : null}
            <Rows label={texts.list}>
              {items.map((user) => (
                <Row key={user.id} href={hrefOf(['users', user.id])} title={nameOf(user)} mark={marksOf(user)}>
                  {user.id} · {user.country} · {texts.registered(dateTime(user.registeredAtMs))}
                </Row>
              ))}
            </Rows>
            <Pager paging={paging} next={next} />
          </>
        )}
      </LiveView>
    </>
  );
}

const nameOf = ({ id, email, phone, wallet }: UserShown): string => email ?? phone ?? wallet ?? id;

const marksOf = ({ frozenAtMs, lockedAtMs }: UserShown): string =>
  [...(frozenAtMs === null ? [] : [texts.frozen]), ...(lockedAtMs === null ? [] : [texts.locked])].join(', ');
