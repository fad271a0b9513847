export { csvInstant, csvLine, csvText } from './csvText';
export type { CsvColumn } from './csvText';
