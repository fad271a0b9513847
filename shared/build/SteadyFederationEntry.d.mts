import type { Compiler } from 'webpack';

export class SteadyFederationEntry {
  apply(compiler: Compiler): void;
}
