import { browserProjects } from '../shared/build/jestBrowser.mjs';

export default browserProjects(import.meta.dirname);
