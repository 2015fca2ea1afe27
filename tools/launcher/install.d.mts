export function installIfNeeded(command: string): Promise<void>;
