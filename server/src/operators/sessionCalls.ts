import type { OperationHandlers } from './OperationHandler';
import type { OperatorSessions } from './OperatorSessions';

export function sessionCalls(sessions: OperatorSessions) {
  return {
    async sessionBegin({ request, ip }) {
      const { token, name, roles, endsAtMs } = await sessions.begin({ ...request, ip });
      return { token, name, roles: [...roles], endsAtMs };
    },
    async sessionMe({ operator: { name, roles, endsAtMs }, nowMs }) {
      return { name, roles: [...roles], endsAtMs, nowMs };
    },
    async sessionEnd({ operator }) {
      await sessions.end(operator);
      return {};
    },
  } satisfies Partial<OperationHandlers>;
}
