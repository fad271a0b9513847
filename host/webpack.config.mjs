import { hostConfig } from '@tessera/shared/build/hostConfig';

export default hostConfig(import.meta.dirname);
