export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
}
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}
export function lockWithAddresses(lock: Lock, settings: Readonly<Record<string, unknown>>): Lock;
