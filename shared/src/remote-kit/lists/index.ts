/** Lists of what happened: pages read as one, by day, in a period, saved as a file. */
export { CsvExportButton } from './CsvExportButton';
export { csvInstant } from '../../domain/csv';
export type { CsvColumn } from '../../domain/csv';
export { DayList } from './DayList';
export { ListEnd } from './ListEnd';
export type { PageParam } from './nextPage';
export { dayStart, noDays, periodInterval, statementPeriods } from './period';
export type { Days, Period } from './period';
export { PeriodFilter } from './PeriodFilter';
export { largePageSize, readEveryPage } from './readEveryPage';
export type { ReadPage, WholeList } from './readEveryPage';
export { useEndpointPages } from './useEndpointPages';
export type { EndpointPages } from './useEndpointPages';
