/** Tables of this module (migration 0401). */
import type { Generated } from 'kysely';
import type { CallbackFault, PaymentFault } from './alarms';
import type { PaymentState } from './Gateway';

export interface GatewayTables {
  gatewayPayment: GatewayPaymentTable;
  gatewayAlarm: GatewayAlarmTable;
}

/** `wanted`: the gateway has not answered yet. */
export type KeptPaymentState = PaymentState | 'wanted';

export interface GatewayPaymentTable {
  topupId: number;
  gateway: string;
  reference: string;
  origin: string;
  providerId: Generated<string | null>;
  page: Generated<string | null>;
  state: Generated<KeptPaymentState>;
  expiresAtMs: number;
  askAtMs: number | null;
  asks: Generated<number>;
}

export interface GatewayAlarmTable {
  id: Generated<number>;
  reason: PaymentFault | CallbackFault;
  subject: string;
  topupId: number | null;
  detail: string;
  times: Generated<number>;
  firstAtMs: number;
  lastAtMs: number;
}
