import type { Compiler } from 'webpack';

export class SteadyStyleOrder {
  apply(compiler: Compiler): void;
}
