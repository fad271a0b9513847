/** Set up by jest where there are property tests: they draw the same cases on every machine; TESSERA_SEED draws others. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number.parseInt(process.env['TESSERA_SEED'] ?? '20261118', 10) });
