/** Below /api, where a statement is loaded as a file. */
export const statementFileRoute = '/wallet/statement.csv';
