import type { PaymentReport, PaymentState, WantedPayment } from '../../src/gateway/Gateway';
interface PlayedPayment {
  readonly wanted: WantedPayment;
  report: PaymentReport;
}
export interface PlayedGateway {
  readonly url: string;
  /** By our reference. */
  readonly payments: ReadonlyMap<string, PlayedPayment>;
  /** How it answers from now on. */
  behave(how: 'well' | 'silent' | 'refusing' | 'of another origin'): void;
  /** As if the person had pressed a button, or his bank had said so later. No callback is sent. */
  move(reference: string, state: PaymentState, atMs?: number): PaymentReport;
  close(): Promise<void>;
}
interface PlayedGatewaySettings {
  readonly keys: readonly string[];
  readonly port?: number;
  readonly now?: () => number;
}
export declare function startPlayedGateway({ keys, port, now }: PlayedGatewaySettings): Promise<PlayedGateway>;
export {};
