import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { onlineStatus } from '#business/iot/dictionaries.ts';
import type { HomeNowDevice, HomeNowRoom } from '../households/household.calls.ts';
import { type DeviceNode, deviceTree, roomsByFloor } from './home-page.rules.ts';

/** One device in one line: is it there, what is it, and since when it is not. */
function DeviceLine({ device }: { device: HomeNowDevice }): ReactElement {
  const language = useLanguage();
  const isOff = device.onlineStatus === 'offline';
  return (
    <span className="now-device" data-online={device.onlineStatus}>
      <i className="now-dot" aria-hidden />
      <Link to={`/matter/example?id=${device.id}`}>{device.deviceName}</Link>
      <small className="quiet">
        {device.onlineStatus === 'online' ? (
          device.firmwareVersion
        ) : (
          <>
            <KeyWord of={onlineStatus} value={device.onlineStatus} />
            {isOff && device.lastOnlineTime && ` ${shortMoment(device.lastOnlineTime, language)}`}
          </>
        )}
      </small>
    </span>
  );
}

/** Floors as rows, rooms as cells as wide as they are large; arrows walk, Enter opens. */
export function RoomPlan({ rooms }: { rooms: readonly HomeNowRoom[] }): ReactElement {
  const t = useT();
  const floors = roomsByFloor(rooms);
  const [chosen, choose] = useState(floors[0]?.rooms[0]?.groupId ?? '');
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
                {room.devices.length ? (
                  room.devices.map((device) => <DeviceLine key={device.id} device={device} />)
                ) : (
                  <small className="quiet now-empty">{t(['没有设备', 'No devices'])}</small>
                )}
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function Node({ node, depth }: { node: DeviceNode; depth: number }): ReactElement {
  return (
    <li>
      <div className="now-node" style={{ paddingLeft: 20 + depth * 22 }}>
        <DeviceLine device={node.device} />
        <span className="quiet">{node.device.modelName}</span>
        <span className="quiet">{node.room}</span>
        <span className="mono quiet">{node.device.mac}</span>
      </div>
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <Node key={child.device.id} node={child} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Gateways with what hangs on them. */
export function DeviceTree({ rooms }: { rooms: readonly HomeNowRoom[] }): ReactElement {
  const t = useT();
  const nodes = deviceTree(rooms);
  if (!nodes.length)
    return <p className="now-none quiet">{t(['这个家庭还没有设备', 'This home has no devices yet'])}</p>;
  return (
    <ul className="now-tree">
      {nodes.map((node) => (
        <Node key={node.device.id} node={node} depth={0} />
      ))}
    </ul>
  );
}
