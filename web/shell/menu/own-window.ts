/** The address without `target`, where it asks for a window of its own; undefined where it does not. */
export function inOwnWindow(address: string): string | undefined {
  const [path, search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  if (!query.has('target')) return undefined;
  query.delete('target');
  return query.size ? `${path}?${query}` : path;
}

/** A window of our own is opened by this one, so that who is logged in here is logged in there; a page of somebody else learns nothing of us. */
export function openWindow(address: string): void {
  if (/^https?:/.test(address)) window.open(address, '_blank', 'noopener,noreferrer');
  else window.open(address, '_blank');
}
