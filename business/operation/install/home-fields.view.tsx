import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { roomChoices } from '../addresses/address.calls.ts';
import { household } from '../households/household.paper.ts';
import type { InstallDraft } from './install.rules.ts';

/** If a customer has more homes than this, a search box is shown. */
const FEW = 6;
const MOST = 20;

function useHomes(keyword: string, customerId: string): readonly WireRow[] | undefined {
  const language = useLanguage();
  return useQuery({
    queryKey: ['list', household.name, 'install', customerId, keyword, language],
    queryFn: ({ signal }) =>
      readList(
        household,
        { current: 1, size: MOST, householdStatus: 'pending,active', keyword, customerId: customerId || undefined },
        signal,
      ),
    select: (page) => page.records,
    // Show the previous homes while a search loads, but not those of another customer.
    placeholderData: (before, asked) => (asked?.queryKey[3] === customerId ? before : undefined),
    retry: false,
  }).data;
}

const addressOf = (row: WireRow): string => String(row._names?.roomAddressId ?? '');

/**
 * Choice of the home and room of an installation. A technician sees only the homes of orders assigned to that
 * technician.
 */
export function HomeFields({
  draft,
  customerId,
  change,
}: {
  draft: InstallDraft;
  customerId: string;
  change: (values: Partial<InstallDraft>) => void;
}): ReactElement {
  const t = useT();
  const [keyword, setKeyword] = useState('');
  const homes = useHomes(keyword, customerId);
  const home = homes?.find((row) => row.id === draft.householdId);
  const only = homes?.length === 1 && keyword === '' ? homes[0].id : '';
  useEffect(() => {
    if (only && draft.householdId !== only) change({ householdId: only, roomId: '' });
  }, [only, draft.householdId, change]);
  const roomAddressId = String(home?.roomAddressId ?? '');
  const { data: rooms } = useCall(
    roomChoices,
    { roomAddressId },
    { enabled: roomAddressId !== '', quiet: true, retry: false },
  );
  return (
    <>
      {(keyword !== '' || (homes?.length ?? 0) > FEW) && (
        <input
          className="install-search"
          value={keyword}
          placeholder={t(['户主、家庭编号', 'Owner or home no.'])}
          aria-label={t(['找家庭', 'Find a home'])}
          onChange={(event) => setKeyword(event.target.value)}
        />
      )}
      {homes?.length === 0 && (
        <p className="quiet">
          {keyword
            ? t(['没有找到', 'Nothing found'])
            : t(['您的单子上没有家庭，请联系调度。', 'None of your orders has a home: ask the dispatcher.'])}
        </p>
      )}
      <ul className="install-homes" role="radiogroup" aria-label={t(['家庭', 'Home'])}>
        {homes?.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              role="radio"
              aria-checked={row.id === draft.householdId}
              onClick={() => change({ householdId: row.id, roomId: '' })}
            >
              <b>{String(row.name)}</b>
              <small>{addressOf(row)}</small>
            </button>
          </li>
        ))}
      </ul>
      {home && (
        <>
          <h3>{t(['房间', 'Room'])}</h3>
          <div className="install-rooms" role="radiogroup" aria-label={t(['房间', 'Room'])}>
            {rooms?.map((room) => (
              <button
                key={room.id}
                type="button"
                role="radio"
                aria-checked={room.id === draft.roomId}
                onClick={() => change({ roomId: room.id === draft.roomId ? '' : room.id })}
              >
                {room.name}
              </button>
            ))}
          </div>
          <label className="install-name">
            <small>{t(['设备名称，可不填', 'Name of the device, if you like'])}</small>
            <input value={draft.name} maxLength={60} onChange={(event) => change({ name: event.target.value })} />
          </label>
        </>
      )}
    </>
  );
}
