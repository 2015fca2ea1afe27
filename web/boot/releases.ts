import { toast } from '#kernel/web/toast/toasts.ts';
import { words } from '#kernel/web/i18n/words.ts';

/** This very file: every build has it under another name. */
const OWN = new URL(import.meta.url).pathname;
const BEGUN_ANEW = 'anju-begun-anew';
/** Whoever takes no notice has the new one when he opens the product the next time. */
const OFFER_MS = 30_000;

/** What the worker tells (`web/worker/worker.ts`): what it keeps from now on, or that a release took away what the page asked for. */
type Told = { readonly kept: readonly string[] } | { readonly gone: string };

/** Would anything typed be lost? Whoever holds a window back when it is closed is asked as he is then. */
const isFree = (): boolean =>
  !document.querySelector('[role="dialog"]') && dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Loads the page again, which the server then has newer than this browser; once for each build, so that no page ever goes round and round. */
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

/** A release reaches the pages that are open: it is offered; where a part of the page is gone with it, the page begins anew. */
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
  // What is only fetched ahead is not missed yet.
  addEventListener('vite:preloadError', () => {
    isMissed = true;
    look();
  });
}
