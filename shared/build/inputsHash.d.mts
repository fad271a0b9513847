export function inputsHash(root: string, packageFolder: string): string;
