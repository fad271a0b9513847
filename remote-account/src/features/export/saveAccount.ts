/** Hands the whole account to the person as a JSON file. */
export function saveAccount(file: Blob, mode: string, nowMs: number): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `tessera-account-${mode}-${new Date(nowMs).toISOString().slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
