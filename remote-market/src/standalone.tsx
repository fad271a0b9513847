import { runAlone } from '@tessera/shared/testing';
import * as remote from './remote';

runAlone(remote);
