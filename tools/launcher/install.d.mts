export function installIfNeeded(): Promise<void>;
export function agrees(lock: { packages: Record<string, object> }, installedText: string | null): boolean;
