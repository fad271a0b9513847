import type { StatusReport } from '@tessera/release';
import { useRepeated, type Live } from '../../live/useRepeated';
import { releasesApi, type Problem } from '../releasesApi';

const everyMs = 2000;

export type StatusView = Live<StatusReport, Problem>;

/** The status, asked for every two seconds while somebody can see the page. */
export const useStatus = (): StatusView => useRepeated('status', releasesApi.status, everyMs);
