import type { RemoteContext, Session } from '../../federation';
import type { StandaloneSettings } from './settings';

/** What stands behind the remote: the played exchange, or a running one. */
export interface Backend extends Pick<RemoteContext, 'api' | 'quotes' | 'privateEvents$' | 'clock'> {
  readonly session: Omit<Session, 'requestLogin'>;
  /** What the stage's controls say of connection and person. Called at the start and with every change. */
  follow(settings: StandaloneSettings): void;
}
