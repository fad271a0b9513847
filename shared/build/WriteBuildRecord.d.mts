import type { Compiler } from 'webpack';

export class WriteBuildRecord {
  constructor(record: object, preloadChunk?: string);
  apply(compiler: Compiler): void;
}
