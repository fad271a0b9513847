import { browserProjects } from '@tessera/shared/build/jestBrowser';

export default browserProjects(import.meta.dirname);
