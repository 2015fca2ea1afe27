export const PINNED: string;
export function runtimePackage(platform: string, arch: string, glibc: boolean): string;
export const OLDEST: string;
export function isOlder(version: string, than?: string): boolean;
export function needsPinnedNode(running?: { readonly version: string; readonly execPath: string }): boolean;
