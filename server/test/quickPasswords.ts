/** Passwords hashed at the least cost there is: hundreds of them are made and checked by tests that are not about their strength. */
import { createPasswords } from '../src/identity/passwords';

export const quickPasswords = createPasswords({ memoryCost: 8, timeCost: 1 });
