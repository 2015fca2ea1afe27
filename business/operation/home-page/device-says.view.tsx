import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { onlineStatus } from '#business/iot/devices/dictionaries.ts';
import { valueAge } from '#business/iot/page/age.rules.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import type { HomeNowDevice } from '../households/household.calls.ts';
import type { WallDevice, WallValue } from '../wall/wall.calls.ts';
import { phraseOf } from './home-values.rules.ts';

/** A value with its unit and, if `withName`, its name. */
export function Said({ one, withName = true }: { one: WallValue; withName?: boolean }): ReactElement {
  const t = useT();
  return (
    <span className="now-said" title={withName ? undefined : t(one.name)}>
      {withName && `${t(one.name)} `}
      <b>{t(one.text)}</b>
      {one.unit && <small> {one.unit}</small>}
    </span>
  );
}

/** Age of a value that is older than two report intervals; otherwise nothing. */
export function OldAge({ one, device, now }: { one: WallValue; device: WallDevice; now: number }): ReactElement | null {
  const t = useT();
  if (one.ts === null || !valueAge(one.ts, now, device.reportIntervalSec).isOld) return null;
  const age = ageWords((now - one.ts) / 1000);
  return <small className="now-age">{t([`${age[0]}前`, `${age[1]} ago`])}</small>;
}

/** Units that make clear what is measured, so that the name of the value is omitted. */
const PLAIN = new Set(['℃', 'W', 'kW', 'kWh', 'L/min', 'dBm']);

/** The most important values of a device. A gateway also shows how many of its sub-devices are online. */
function Phrase({
  device,
  says,
  subs,
}: {
  device: HomeNowDevice;
  says: WallDevice;
  subs: readonly HomeNowDevice[];
}): ReactElement {
  const t = useT();
  const online = subs.filter((one) => one.onlineStatus === 'online').length;
  const phrase = phraseOf(says);
  return (
    <>
      {phrase.map((one) => (
        <Said key={one.identifier} one={one} withName={!PLAIN.has(one.unit)} />
      ))}
      {device.nodeType === 'gateway' && subs.length > 0 && (
        <span className="now-said">
          {t(['子设备', 'Sub-devices'])}{' '}
          <b>
            {online}/{subs.length}
          </b>
        </span>
      )}
    </>
  );
}

/** One device as a line: its values, or since when it is offline. */
export function DeviceInHome({
  device,
  says,
  subs,
  now,
}: {
  device: HomeNowDevice;
  says: WallDevice | undefined;
  subs: readonly HomeNowDevice[];
  now: number;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const newest = says?.values.toSorted((a, b) => (b.ts ?? 0) - (a.ts ?? 0))[0];
  return (
    <span className="now-device" data-online={device.onlineStatus}>
      <i className="now-dot" aria-hidden />
      <Link to={`/matter/exampleDetail?id=${device.id}`}>{device.deviceName}</Link>
      {device.onlineStatus !== 'online' && (
        <small className="quiet">
          <KeyWord of={onlineStatus} value={device.onlineStatus} />
          {device.onlineStatus === 'offline' &&
            device.lastOnlineTime &&
            ` ${shortMoment(device.lastOnlineTime, language)}`}
        </small>
      )}
      {says && newest?.ts ? (
        <span className="now-phrase">
          <Phrase device={device} says={says} subs={subs} />
          <OldAge one={newest} device={says} now={now} />
        </span>
      ) : (
        says && <small className="quiet">{t(['从未上报', 'Never reported'])}</small>
      )}
    </span>
  );
}
