import { browserProjects } from './build/jestBrowser.mjs';

export default browserProjects(import.meta.dirname);
