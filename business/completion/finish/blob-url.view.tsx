import { useEffect, useMemo } from 'react';

/** An address by which a picture that lies on this machine is shown, for as long as it is shown. */
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
