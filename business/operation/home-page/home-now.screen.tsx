import { lastOf } from '#kernel/language/must.ts';
import type { ReactElement } from 'react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { useState } from 'react';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { readHomeNow } from '../households/household.calls.ts';
import { household } from '../households/household.paper.ts';
import { BindDialog } from './bind-dialog.view.tsx';
import { HomeFacts, HomeHead } from './home-head.view.tsx';
import { DeviceTree, RoomPlan } from './home-rooms.view.tsx';
import { RoomCurves } from './room-curves.view.tsx';
import { useHomeValues } from './use-home-values.view.tsx';
import { firstRoom } from './home-values.rules.ts';
import { HomeMembers, ServiceLine } from './home-aside.view.tsx';
import './home-now.css';

function Waiting(): ReactElement {
  return (
    <div className="now-page" aria-busy="true">
      <header className="page-head">
        <i className="skeleton" style={{ width: 320 }} />
      </header>
    </div>
  );
}

/** Page of a home at present: values of its rooms, alarms, members, and last visits. */
export default function HomeNowScreen(): ReactElement {
  const t = useT();
  const id = lastOf(useTabPath().split('/'));
  const [byDevice, setByDevice] = useState(false);
  const [isBinding, setBinding] = useState(false);
  const [room, setRoom] = useState<string | null>(null);
  const { data, error } = useCall(readHomeNow, { id }, { of: 'row', quiet: true, retry: false });
  const values = useHomeValues(id);
  const holdsBind = useMay(household)('bind');
  const mayBind = holdsBind && ['pending', 'active'].includes(String(data?.home.householdStatus));
  useTabTitle(data ? data.home.name : t(['家庭', 'Home']));
  useKeys([
    { keys: 'v', label: ['按房间或按设备', 'By room or by device'], run: () => setByDevice((is) => !is) },
    ...(mayBind ? [{ keys: 'b', label: ['绑定设备', 'Bind a device'] as const, run: () => setBinding(true) }] : []),
  ]);
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到这一户', 'This home could not be read'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!data || !values.devices) return <Waiting />;
  const chosen = room ?? firstRoom(data.rooms, values.devices);
  return (
    <div className="now-page">
      <HomeHead now={data} onBind={mayBind ? () => setBinding(true) : undefined} />
      <div className="now-body">
        <main className="now-left">
          <HomeFacts now={data} values={values} />
          <section>
            <header className="now-part">
              <h2>{t(['房间', 'Rooms'])}</h2>
              <span className="quiet">
                {t([
                  `${data.rooms.filter((room) => room.groupId).length} 间`,
                  `${data.rooms.filter((room) => room.groupId).length}`,
                ])}
              </span>
              <span className="spring" />
              <SegmentedControl
                label={t(['怎么看', 'How to look'])}
                items={[
                  { key: 'room', label: t(['按房间', 'By room']) },
                  { key: 'device', label: t(['按设备', 'By device']) },
                ]}
                value={byDevice ? 'device' : 'room'}
                onChange={(one) => setByDevice(one === 'device')}
              />
            </header>
            {byDevice ? (
              <DeviceTree rooms={data.rooms} values={values} />
            ) : (
              <RoomPlan rooms={data.rooms} values={values} chosen={chosen} choose={setRoom} />
            )}
          </section>
          {!byDevice && <RoomCurves rooms={data.rooms} chosen={chosen} values={values} />}
          {data.fileId && <ServiceLine fileId={data.fileId} />}
        </main>
        <HomeMembers now={data} />
      </div>
      {isBinding && <BindDialog now={data} onClose={() => setBinding(false)} />}
    </div>
  );
}
