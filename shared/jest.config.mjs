import { browserProject } from './build/jestBrowser.mjs';

export default browserProject(import.meta.dirname);
