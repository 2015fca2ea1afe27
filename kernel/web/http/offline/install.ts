/** The page opens without a network, and at once, from now on. Only the built client has the worker; while developing, it would hide what changed. */
export function installWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
