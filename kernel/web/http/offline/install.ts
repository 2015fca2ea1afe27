/**
 * Install the service worker, by which the page opens at once and without a network. Only in the built client, because
 * it would show outdated files during development.
 */
export function installWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
