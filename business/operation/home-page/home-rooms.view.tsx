import type { KeyboardEvent, ReactElement } from 'react';
import { Link } from 'react-router';
import { must } from '#kernel/language/must.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { valueAge } from '#business/iot/page/age.rules.ts';
import type { HomeNowDevice, HomeNowRoom } from '../households/household.calls.ts';
import type { WallValue } from '../wall/wall.calls.ts';
import { DeviceInHome, OldAge, Said } from './device-says.view.tsx';
import { type DeviceNode, deviceTree, roomsByFloor } from './home-page.rules.ts';
import { isOutdoors, roomClimate } from './home-values.rules.ts';
import { SetPoint } from './set-point.view.tsx';
import type { HomeValues } from './use-home-values.view.tsx';

/** Climate of a room: temperature, target and humidity. Old values show their age. */
function Climate({
  here,
  values: { devices, now },
}: {
  here: readonly HomeNowDevice[];
  values: HomeValues;
}): ReactElement | null {
  const t = useT();
  const climate = roomClimate(here.flatMap((one) => devices?.get(one.id) ?? []));
  if (!climate) return null;
  const { device, temperature, setPoint, humidity } = climate;
  const isOld = temperature.ts === null || valueAge(temperature.ts, now, device.reportIntervalSec).isOld;
  return (
    <span className="now-climate" data-old={isOld}>
      <b>{t(temperature.text)}</b>
      <small>{temperature.unit}</small>
      {setPoint && (
        <SetPoint
          of={must(
            here.find(({ id }) => id === device.id),
            'device',
          )}
          value={setPoint}
          wanted={devices?.get(device.id)?.wanted[setPoint.identifier]}
        />
      )}
      {humidity && (
        <span>
          {t(['湿度', 'Humidity'])} {t(humidity.text)}%
        </span>
      )}
      <OldAge one={temperature} device={device} now={now} />
    </span>
  );
}

interface Inside {
  readonly rooms: readonly HomeNowRoom[];
  readonly values: HomeValues;
}

/** Return the sub-devices of a gateway. */
const subsOf = (rooms: readonly HomeNowRoom[], id: string): HomeNowDevice[] =>
  rooms.flatMap((room) => room.devices.filter((one) => one.parentId === id));

/** Machines outdoors, one line each. */
function Outdoors({ rooms, values }: Inside): ReactElement | null {
  const t = useT();
  const those = rooms.flatMap((room) => room.devices).filter(isOutdoors);
  if (those.length === 0) return null;
  return (
    <div className="now-floor" role="row">
      <span className="quiet" role="rowheader">
        {t(['室外', 'Outdoors'])}
      </span>
      <div className="now-outdoors">
        {those.map((device) => {
          const one = values.devices?.get(device.id);
          const reported = (...names: string[]): WallValue[] =>
            names.flatMap((name) => one?.values.find((value) => value.identifier === name && value.ts !== null) ?? []);
          const newest = one?.values.toSorted((a, b) => (b.ts ?? 0) - (a.ts ?? 0))[0];
          return (
            <div key={device.id} role="gridcell" className="now-device" data-online={device.onlineStatus}>
              <i className="now-dot" aria-hidden />
              <Link to={`/matter/exampleDetail?id=${device.id}`}>{device.deviceName}</Link>
              {reported('mode').map((value) => (
                <b key={value.identifier}>{t(value.text)}</b>
              ))}
              {reported('setTemp').map((value) => (
                <SetPoint key={value.identifier} of={device} value={value} wanted={one?.wanted[value.identifier]} />
              ))}
              {reported('outletTemp', 'inletTemp', 'outTemp', 'power').map((value) => (
                <Said key={value.identifier} one={value} />
              ))}
              {one && newest && <OldAge one={newest} device={one} now={values.now} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Plan of the rooms: floors as rows, rooms as cells in proportion to their area. Arrow keys move, Enter selects. */
export function RoomPlan({
  rooms,
  values,
  chosen,
  choose,
}: Inside & { chosen: string; choose: (id: string) => void }): ReactElement {
  const t = useT();
  const floors = roomsByFloor(rooms);
  const order = floors.flatMap((one) => one.rooms);
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const at = order.findIndex((room) => room.groupId === chosen);
    const next = order[Math.max(0, Math.min(order.length - 1, at + by))];
    choose(next.groupId);
    event.currentTarget.querySelector<HTMLElement>(`[data-room="${next.groupId}"]`)?.focus();
  };
  if (!rooms.some((room) => room.devices.length || room.groupId))
    return (
      <p className="now-none quiet">
        {t(['这个地址还没有房间，也没有设备', 'This address has no rooms and no devices yet'])}
      </p>
    );
  return (
    <div className="now-plan" role="grid" aria-label={t(['房间', 'Rooms'])} onKeyDown={walk}>
      {floors.map(({ floor, rooms: here }) => (
        <div key={floor} className="now-floor" role="row">
          <span className="quiet" role="rowheader">
            {floor === '-' ? t(['未放置', 'Not placed']) : floor ? t([`${floor} 层`, `Floor ${floor}`]) : ''}
          </span>
          <div className="now-rooms">
            {here.map((room) => (
              <div
                key={room.groupId}
                role="gridcell"
                className="now-room"
                tabIndex={chosen === room.groupId ? 0 : -1}
                data-room={room.groupId}
                aria-selected={chosen === room.groupId}
                style={{ flexGrow: Math.max(8, Number(room.areaSize || 12)) }}
                onClick={() => choose(room.groupId)}
              >
                <b>{room.roomName || t(['没有放进房间', 'In no room'])}</b>
                {room.areaSize && <small className="quiet"> {Number(room.areaSize)} ㎡</small>}
                <Climate here={room.devices} values={values} />
                {room.devices.length ? (
                  room.devices
                    .filter((device) => !isOutdoors(device))
                    .map((device) => (
                      <DeviceInHome
                        key={device.id}
                        device={device}
                        says={values.devices?.get(device.id)}
                        subs={subsOf(rooms, device.id)}
                        now={values.now}
                      />
                    ))
                ) : (
                  <small className="quiet now-empty">{t(['没有设备', 'No devices'])}</small>
                )}
              </div>
            ))}
          </div>
        </div>
      ))}
      <Outdoors rooms={rooms} values={values} />
    </div>
  );
}

function Node({ node, depth, rooms, values }: Inside & { node: DeviceNode; depth: number }): ReactElement {
  return (
    <li>
      <div className="now-node" style={{ paddingLeft: 20 + depth * 22 }}>
        <DeviceInHome
          device={node.device}
          says={values.devices?.get(node.device.id)}
          subs={subsOf(rooms, node.device.id)}
          now={values.now}
        />
        <span className="quiet">{node.device.modelName}</span>
        <span className="quiet">{node.room}</span>
        <span className="mono quiet">{node.device.mac}</span>
      </div>
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <Node key={child.device.id} node={child} depth={depth + 1} rooms={rooms} values={values} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Devices as a list, with sub-devices below their gateways. */
export function DeviceTree({ rooms, values }: Inside): ReactElement {
  const t = useT();
  const nodes = deviceTree(rooms);
  if (!nodes.length)
    return <p className="now-none quiet">{t(['这个家庭还没有设备', 'This home has no devices yet'])}</p>;
  return (
    <ul className="now-tree">
      {nodes.map((node) => (
        <Node key={node.device.id} node={node} depth={0} rooms={rooms} values={values} />
      ))}
    </ul>
  );
}
