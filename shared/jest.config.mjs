import { browserProject } from './build/jestBrowser.mjs';

export default { ...browserProject(import.meta.dirname), setupFiles: ['<rootDir>/build/fixedSeed.ts'] };
