import { hostConfig } from '@tessera/shared/build/hostConfig';
import { serviceWorkerConfig } from '@tessera/shared/build/serviceWorkerConfig';

export default [serviceWorkerConfig(import.meta.dirname), hostConfig(import.meta.dirname)];
