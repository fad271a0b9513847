import type { Compiler } from 'webpack';

export class SteadyNames {
  apply(compiler: Compiler): void;
}
