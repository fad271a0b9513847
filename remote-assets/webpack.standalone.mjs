import { standaloneConfig } from '@tessera/shared/build/standaloneConfig';

export default standaloneConfig(import.meta.dirname);
