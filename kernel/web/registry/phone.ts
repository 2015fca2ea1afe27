const narrow = matchMedia('(max-width: 767px)');

/** Return whether the window is so narrow that rows are shown as cards. */
export const isPhone = (): boolean => narrow.matches;

export function watchPhone(changed: () => void): () => void {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
}
