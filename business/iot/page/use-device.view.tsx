import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import { findPaper } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { device } from '../devices/device.paper.ts';

/**
 * Load a device and its home. The home is undefined if the device is in no home, or if the reader may not see that. The
 * paper of homes belongs to another room.
 */
export function useDevice(id: string): {
  readonly row: WireRow | undefined;
  readonly home: WireRow | undefined;
  readonly isMissing: boolean;
} {
  const language = useLanguage();
  const { data: row, error } = useQuery({
    queryKey: ['row', 'device', id, language],
    queryFn: ({ signal }) => fetchRow(device, id, signal),
    enabled: id !== '',
    retry: false,
  });
  const household = findPaper('household');
  const homeId = row?.householdId ? String(row.householdId) : '';
  const { data: home } = useQuery({
    queryKey: ['row', 'household', homeId, language],
    queryFn: ({ signal }) => fetchRow(household!, homeId, signal),
    enabled: homeId !== '' && household !== undefined,
    retry: false,
  });
  return { row, home, isMissing: id === '' || (error instanceof Refused && [403, 404].includes(error.code)) };
}
