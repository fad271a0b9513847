import { remoteConfig } from '@tessera/shared/build/remoteConfig';

export default remoteConfig(import.meta.dirname);
