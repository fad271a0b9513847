const versionPattern = /^(\d+)\.(\d+)(?:\.\d+)?$/;
const rangePattern = /^\^(\d+)\.(\d+)(?:\.\d+)?$/;

/** Does a host that speaks `offered` ("1.2.0") serve a remote that needs `range` ("^1.1")? Unreadable text: no. */
export function satisfiesContract(offered: string, range: string): boolean {
  const have = versionPattern.exec(offered);
  const need = rangePattern.exec(range);
  if (have === null || need === null) return false;
  return have[1] === need[1] && Number(have[2]) >= Number(need[2]);
}
