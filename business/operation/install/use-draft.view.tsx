import { useCallback, useEffect, useState } from 'react';
import { getOffline, putOffline } from '#kernel/web/http/offline/database.ts';
import { ownerNow } from '#kernel/web/http/offline/outbox.ts';
import { type InstallDraft, emptyDraft } from './install.rules.ts';

const nameOf = (): string => `install/${ownerNow()}`;

/**
 * Return the inputs and a function that changes them. They are stored on the phone, so that they survive a reload.
 * Undefined: not read yet.
 */
export function useInstallDraft(): [draft: InstallDraft | undefined, change: (values: Partial<InstallDraft>) => void] {
  const [draft, setDraft] = useState<InstallDraft>();
  useEffect(() => {
    getOffline<InstallDraft>(nameOf()).then(
      (stored) => setDraft({ ...emptyDraft, ...stored }),
      () => setDraft(emptyDraft),
    );
  }, []);
  useEffect(() => {
    if (draft) void putOffline(nameOf(), draft).catch(() => undefined);
  }, [draft]);
  const change = useCallback(
    (values: Partial<InstallDraft>) => setDraft((before) => ({ ...emptyDraft, ...before, ...values })),
    [],
  );
  return [draft, change];
}
