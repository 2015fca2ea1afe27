import { useEffect, useMemo } from 'react';

/** Return an address for a local picture, valid while the component is mounted. */
export function useBlobUrl(blob: Blob | null | undefined): string {
  const url = useMemo(() => (blob ? URL.createObjectURL(blob) : ''), [blob]);
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}
