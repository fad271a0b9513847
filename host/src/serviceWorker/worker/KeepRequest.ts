/** A page tells its new worker what it has loaded before there was one, so that the next start needs no network. */
export interface KeepRequest {
  readonly type: 'keep';
  readonly addresses: readonly string[];
}
