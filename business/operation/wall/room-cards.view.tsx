import { type CSSProperties, type ReactElement, type RefObject, useLayoutEffect, useRef } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { alarmLevel, onlineStatus } from '#business/iot/devices/dictionaries.ts';
import { valueAge } from '#business/iot/page/age.rules.ts';
import type { Wall, WallDevice, WallValue } from './wall.calls.ts';

/** Font scales, tried from large to small until everything fits without scrolling. */
const SCALES = [1.7, 1.5, 1.35, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.62];
/** On screens narrower than this (pixels), the page scrolls and the scale is 1. */
const NARROW = 700;

/** Set the largest scale with which the content fits; return the ref for its element. */
function useFit(frame: string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const fit = (): void => {
      for (const scale of element.clientWidth < NARROW ? [1] : SCALES) {
        element.style.setProperty('--wall-scale', String(scale));
        if (element.scrollHeight <= element.clientHeight) return;
      }
    };
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    return () => watch.disconnect();
  }, [frame]);
  return box;
}

function Value({ one, now, intervalSec }: { one: WallValue; now: number; intervalSec: number }): ReactElement {
  const t = useT();
  const age = one.ts === null ? null : valueAge(one.ts, now, intervalSec);
  return (
    <span
      className="wall-value"
      data-old={age?.isOld ?? false}
      data-none={one.ts === null}
      data-word={!/^-?\d/.test(one.text[0])}
    >
      <small>{t(one.name)}</small>
      <b>
        {t(one.text)}
        {one.ts !== null && one.unit && <small>{one.unit}</small>}
      </b>
      {age?.isOld && <small className="wall-age">{t(age.words)}</small>}
    </span>
  );
}

function Device({ device, now }: { device: WallDevice; now: number }): ReactElement {
  const t = useT();
  const isSilent = device.values.every((one) => one.ts === null);
  return (
    <article className="wall-device" data-state={device.onlineStatus} data-alarm={device.alarmLevel ?? undefined}>
      <h3>
        <i aria-hidden />
        <span>{device.name}</span>
        {device.onlineStatus !== 'online' && (
          <small>
            <KeyWord of={onlineStatus} value={device.onlineStatus} />
          </small>
        )}
        {device.alarmLevel && (
          <em>
            <KeyWord of={alarmLevel} value={device.alarmLevel} />
          </em>
        )}
      </h3>
      {isSilent ? (
        <p className="wall-quiet">
          {device.values.length === 0
            ? t(['没有上大屏的读数', 'No readings for the wall'])
            : t(['从未上报', 'Never reported'])}
        </p>
      ) : (
        <div className="wall-values">
          {device.values.map((one) => (
            <Value key={one.identifier} one={one} now={now} intervalSec={device.reportIntervalSec} />
          ))}
        </div>
      )}
    </article>
  );
}

/** Rooms as cards with their devices. Rooms without devices are only named in one line. */
export function RoomCards({ wall, now }: { wall: Wall | undefined; now: number }): ReactElement {
  const t = useT();
  const rooms = wall?.rooms ?? [];
  const box = useFit(
    rooms.map((room) => `${room.id}:${room.devices.map((one) => `${one.id}${one.values.length}`).join()}`).join(';'),
  );
  if (!wall) return <div className="wall-rooms" ref={box} aria-busy />;
  const filled = rooms.filter((room) => room.devices.length > 0);
  const empty = rooms.filter((room) => room.devices.length === 0);
  if (filled.length === 0)
    return (
      <p className="wall-none">
        {wall.householdId
          ? t(['这个家庭还没有设备', 'This home has no devices yet'])
          : t(['这个地址没有家庭居住', 'Nobody lives at this address'])}
      </p>
    );
  return (
    <div className="wall-rooms" ref={box}>
      <div className="wall-columns">
        {filled.map((room) => (
          <section
            key={room.id}
            className="wall-room"
            style={{ '--wall-devices': room.devices.length } as CSSProperties}
          >
            <h2>
              {room.name || t(['没有分房间', 'In no room'])}
              {room.floor && <small>{t([`${room.floor} 层`, `Floor ${room.floor}`])}</small>}
            </h2>
            <div className="wall-devices">
              {room.devices.map((device) => (
                <Device key={device.id} device={device} now={now} />
              ))}
            </div>
          </section>
        ))}
      </div>
      {empty.length > 0 && (
        <p className="wall-quiet">
          {t(['没有设备：', 'Without devices: '])}
          {empty.map((room) => room.name).join(t(['、', ', ']))}
        </p>
      )}
    </div>
  );
}
