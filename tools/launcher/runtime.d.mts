export const PINNED: string;
export function runtimePackage(platform: string, arch: string, glibc: boolean): string;
