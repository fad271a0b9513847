import type { Compiler } from 'webpack';

export function areInputsUnchanged(root: string, folder: string): boolean;
export function buildMode(): 'production' | 'development';
export class RecordInputs {
  constructor(about: { readonly root: string; readonly folder: string }, name: string);
  apply(compiler: Compiler): void;
}
