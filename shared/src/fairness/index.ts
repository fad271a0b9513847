export { asciiBytes, concatBytes, fromHex, toHex, uint64Bytes } from './bytes';
export { sha256 } from './sha256';
export type { Sha256 } from './sha256';
export { createSimulatedPath, simulatedTicks, slotMs, slotsPerDay, stepsToText, textToSteps } from './simulatedPath';
export type { SimulatedDay, SimulatedPath, SimulatedTick } from './simulatedPath';
export { findChainBreak, genesisHash, minuteRoot, tickHash, tickHashBytes } from './tickHash';
export type { ChainBreak, ChainedTick, ChainHead, ChainHeads } from './tickHash';
