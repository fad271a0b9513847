import type { ModernFakeTimers } from '@jest/fake-timers';
import type { ModuleMocker } from 'jest-mock';

/** The part of a test environment of Jest that its test asks for. */
declare class NativeEnvironment {
  readonly fakeTimersModern: ModernFakeTimers;
  readonly moduleMocker: ModuleMocker;
  constructor(config: { readonly projectConfig: { readonly fakeTimers: object } });
  setup(): Promise<void>;
  teardown(): Promise<void>;
}
export = NativeEnvironment;
