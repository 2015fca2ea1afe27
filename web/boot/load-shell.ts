import type { ComponentType } from 'react';

const LOAD_TIMEOUT_MS = 120_000;

/** Return the loaded code, or reject after `LOAD_TIMEOUT_MS`. */
export function withinTime<T>(loading: Promise<T>): Promise<T> {
  return Promise.race([
    loading,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('Loading chunk failed')), LOAD_TIMEOUT_MS);
    }),
  ]);
}

let shell: Promise<{ default: ComponentType }> | undefined;

/** Load everything behind the login page. It is called early, while the person types the password. */
export function loadShell(): Promise<{ default: ComponentType }> {
  shell ??= withinTime(import('../shell/shell.tsx')).catch((error: unknown) => {
    shell = undefined;
    throw error;
  });
  return shell;
}
