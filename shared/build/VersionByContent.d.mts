import type { Compiler } from 'webpack';

export const unknownSha: string;
export class VersionByContent {
  constructor(alongside?: RegExp);
  apply(compiler: Compiler): void;
}
