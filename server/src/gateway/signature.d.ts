export declare const signatureHeader = 'tessera-signature';
/** Older or newer than this it may be a message that somebody kept. */
export declare const replayWindowMs = 300000;
export declare const sign: (keys: readonly string[], atMs: number, body: Buffer) => string;
export type SignatureProblem = 'wrong_signature' | 'outside_window';
/** undefined: one of `keys` signed it just now. How long it takes does not tell how much of a signature was right. */
export declare function signatureProblem(
  header: unknown,
  {
    keys,
    body,
    nowMs,
  }: {
    readonly keys: readonly string[];
    readonly body: Buffer;
    readonly nowMs: number;
  },
): SignatureProblem | undefined;
