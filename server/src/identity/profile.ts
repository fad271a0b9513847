/** What a person sees of himself. */
import { readCertification, showCertification } from '../papers/certification';
import { offsetOf } from '../store/paging';
import { rowId } from '../store/rowId';
import { readCreditEvents } from './credit';
import { creditScore } from './creditEvents';
import { maskAccount } from './accounts';
import { mainAccount, showUser, userById } from './users';
import type { Handlers } from '../http/handler';
import type { IdentityParts } from './IdentityParts';

export function profileHandlers(parts: IdentityParts): Pick<Handlers, 'userInfo' | 'invite' | 'setLanguage'> {
  const { db, catalog } = parts;
  return {
    async userInfo({ user, nowMs }) {
      const userId = rowId(user.userId);
      const [person, certification] = await Promise.all([userById(db, userId), readCertification(db, userId)]);
      const events = await readCreditEvents(parts, person, certification, nowMs);
      const isTotpOn = events.some(({ kind }) => kind === 'one_time_codes');
      const shown = { mode: user.mode, isTotpOn, creditScore: creditScore(events), ...showCertification(certification, catalog) };
      return showUser(person, shown, nowMs);
    },

    async invite({ user, request }) {
      const { page, pageSize, offset } = offsetOf(request);
      const userId = rowId(user.userId);
      const { invitationCode } = await userById(db, userId);
      const invited = db.selectFrom('appUser').where('inviterId', '=', userId);
      const { total } = await invited.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await invited
        .select(['email', 'phone', 'wallet', 'createdAtMs'])
        .orderBy('createdAtMs', 'desc')
        .orderBy('id')
        .limit(pageSize)
        .offset(offset)
        .execute();
      const items = rows.map((row) => ({ account: maskAccount(mainAccount(row)), joinedAtMs: row.createdAtMs }));
      return { invitationCode, invited: { items, page, pageSize, total } };
    },

    async setLanguage({ user, request }) {
      await db.updateTable('appUser').set({ language: request.language }).where('id', '=', rowId(user.userId)).execute();
      return {};
    },
  };
}
