const narrow = matchMedia('(max-width: 767px)');

/** Is the screen so narrow that rows become cards? */
export const isPhone = (): boolean => narrow.matches;

export function watchPhone(changed: () => void): () => void {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
}
