/** Return the address without `target`; undefined if it has none, and so requests no window of its own. */
export function inOwnWindow(address: string): string | undefined {
  const [path, search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  if (!query.has('target')) return undefined;
  query.delete('target');
  return query.size ? `${path}?${query}` : path;
}

/**
 * Open a window. A page of this product keeps the opener, and with it the login; an external page gets neither opener
 * nor referrer.
 */
export function openWindow(address: string): void {
  if (/^https?:/.test(address)) window.open(address, '_blank', 'noopener,noreferrer');
  else window.open(address, '_blank');
}
