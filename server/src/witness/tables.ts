import type { Witness } from './Witness';

export interface WitnessTables {
  witnessedRoot: {
    /** The witness's address. */
    witness: string;
    kind: Witness['kind'];
    minuteMs: number;
    root: string;
    atMs: number;
    statement: string;
  };
  witnessFork: { witness: string; atMs: number; message: string };
}
