import { toast } from '#kernel/web/toast/toasts.ts';
import { words } from '#kernel/web/i18n/words.ts';

/** Path of this file, whose name differs in each build: it identifies the build of the open page. */
const OWN = new URL(import.meta.url).pathname;
const BEGUN_ANEW = 'anju-begun-anew';
/** Time in ms for which the offer to reload is shown. The next start uses the new version anyway. */
const OFFER_MS = 30_000;

/**
 * Messages of the worker (`web/worker/worker.ts`). `kept`: files of the build that is now cached; `gone`: address of a
 * file that a release removed.
 */
type Told = { readonly kept: readonly string[] } | { readonly gone: string };

/** Return whether a reload loses no input: no dialog is open, and no `beforeunload` handler objects. */
const isFree = (): boolean =>
  !document.querySelector('[role="dialog"]') && dispatchEvent(new Event('beforeunload', { cancelable: true }));

/**
 * Reload the page to get the server's newer build, if no input is lost. Once per build, so that no page reloads in a
 * loop.
 */
function beginAnew(): void {
  if (!isFree() || sessionStorage.getItem(BEGUN_ANEW) === OWN) return;
  sessionStorage.setItem(BEGUN_ANEW, OWN);
  location.reload();
}

const offer = (): void =>
  toast.plain(words(['新版本已就绪', 'A new version is ready']), {
    label: words(['刷新', 'Reload']),
    run: () => location.reload(),
    ms: OFFER_MS,
  });

/**
 * React to a release while pages are open: offer a reload, or reload if an import failed because its file was removed.
 */
export function watchReleases(): void {
  let [isGone, isMissed] = [false, false];
  const look = (): void => {
    if (isGone && isMissed) beginAnew();
  };
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if ('gone' in data) {
      isGone = true;
      look();
    } else if (!data.kept.includes(OWN)) offer();
  });
  // A failed prefetch alone does no harm; this event comes from a failed import.
  addEventListener('vite:preloadError', () => {
    isMissed = true;
    look();
  });
}
