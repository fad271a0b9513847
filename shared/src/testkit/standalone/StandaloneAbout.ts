/** What the build of the standalone page knows (shared/build/standaloneConfig.mjs puts it in place of `process.env`). */
export interface StandaloneAbout {
  readonly remote: string;
  readonly version: string;
  /** The pages that the controls offer; the first is shown first. */
  readonly pages: readonly string[];
  /** A running exchange stands behind the dev server. */
  readonly hasExchange: boolean;
  /** The dev server answers `GET /quotes/<symbol>` with recorded prices. */
  readonly hasRecordings: boolean;
}
