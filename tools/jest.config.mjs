import { nativeProject } from '../shared/build/jestNative.mjs';

export default nativeProject(import.meta.dirname);
