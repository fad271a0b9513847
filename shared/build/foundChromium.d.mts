export function foundChromium(): string | undefined;
