export function areInputsUnchanged(root: string, folder: string): boolean;
export function buildMode(): 'production' | 'development';
