/** What a person logs in and registers with. */
export interface Credentials {
  readonly account: string;
  readonly password: string;
}
