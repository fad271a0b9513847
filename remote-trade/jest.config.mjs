import { browserProject } from '@tessera/shared/build/jestBrowser';

export default { ...browserProject(import.meta.dirname), setupFiles: ['<rootDir>/../shared/build/fixedSeed.ts'] };
