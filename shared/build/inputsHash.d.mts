export function inputsHash(root: string, packageFolder: string): string;
export function buildMode(): 'production' | 'development';
