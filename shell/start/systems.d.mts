export function refuseSystem(platform: string, processor: string): string | undefined;
