import { screen } from '#kernel/web/registry/screens.ts';
import { AlarmLevel } from '../alarms/alarm/alarm-level.view.tsx';
import { device } from '../devices/device.paper.ts';
import { EnterSecrets, SecretsOfImport, SecretsOfPicked } from './secrets/device-secrets.view.tsx';
import { DevicesInSight, NowCell } from './device-now.view.tsx';

/** The list of devices, with live values and links to their pages. */
export default screen(device, {
  inSight: DevicesInSight,
  toolbar: EnterSecrets,
  picked: SecretsOfPicked,
  imported: SecretsOfImport,
  columns: {
    now: (row) => <NowCell row={row} />,
    alarmLevel: (row) => (row.alarmLevel ? <AlarmLevel level={String(row.alarmLevel)} /> : null),
  },
  details: {
    now: (row) => (
      <>
        <DevicesInSight rows={[row]} />
        <NowCell row={row} />
      </>
    ),
  },
  links: [{ icon: 'activity', label: ['实时工况', 'Live values'], to: (row) => `/matter/exampleDetail?id=${row.id}` }],
});
