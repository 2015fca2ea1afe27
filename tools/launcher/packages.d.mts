export interface LockFile {
  readonly packages: Readonly<Record<string, object>>;
}
export const NODE: string;
export function workspacesOf(command: string, options: { readonly pinnedNode: boolean }): string[];
export function neededPackages(
  lock: LockFile,
  manifest: string,
  options: { readonly dev: boolean },
): Map<string, boolean>;
export function agrees(
  lock: LockFile,
  installed: LockFile['packages'],
  manifest: string,
  options: { readonly dev: boolean },
): boolean;
export function installArguments(
  missing: readonly string[],
  manifests: readonly string[],
  options: { readonly lean: boolean },
): string[];
