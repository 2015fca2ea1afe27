import { asText } from '#kernel/language/values.ts';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import { minutesBetween } from '#kernel/language/days.ts';
import { MIN_CODE } from './install.rules.ts';
import type { DevicePool } from './use-pool.view.tsx';

/** Return the age of a moment in seconds. The moment is a text as the API sends it. */
const agoSeconds = (moment: unknown): number => minutesBetween(asText(moment), momentNow()) * 60;

function useAgo(): (moment: unknown) => string {
  const t = useT();
  return (moment) => {
    const seconds = agoSeconds(moment);
    if (seconds < 60) return t(['刚刚', 'just now']);
    const [zh, en] = ageWords(seconds);
    return t([`${zh}前`, `${en} ago`]);
  };
}

/** Devices that announced themselves last. A tap chooses one, instead of typing its MAC. */
function Nearby({ pool, onCode }: { pool: DevicePool; onCode: (code: string) => void }): ReactElement {
  const t = useT();
  const ago = useAgo();
  if (pool.isReachable === undefined)
    return (
      <div aria-busy>
        <i className="skeleton" style={{ width: '70%' }} />
      </div>
    );
  if (pool.rows.length === 0)
    return (
      <p className="quiet">
        {t([
          '没有等待绑定的设备。给设备通电、联网，它会出现在这里。',
          'No device waits for a home. Power it on and connect it: it appears here.',
        ])}
      </p>
    );
  return (
    <ul className="install-nearby" aria-label={t(['等待绑定的设备', 'Devices that wait for a home'])}>
      <li>
        <small>{t(['最近上电、等待绑定', 'Powered on lately, without a home'])}</small>
      </li>
      {pool.rows.slice(0, 6).map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => onCode(asText(row.mac))}>
            <b>{asText(row.mac)}</b>
            <span>{asText(row.modelText)}</span>
            <small>{ago(row.lastSeenTime)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Shows whether the device has announced itself; the installer watches it after switching the device on. */
export function AnnouncedState({
  code,
  found,
  pool,
  onCode,
}: {
  code: string;
  found: WireRow | undefined;
  pool: DevicePool;
  onCode: (code: string) => void;
}): ReactElement {
  const t = useT();
  const ago = useAgo();
  if (code.trim().length < MIN_CODE) return <Nearby pool={pool} onCode={onCode} />;
  if (!found)
    return (
      <p className="install-state" data-tone="amber" role="status">
        <LoaderCircle size={22} aria-hidden />
        <span>
          <b>{t(['等它上电', 'Waiting for it to power on'])}</b>
          <small>
            {t([
              '还没有收到这台设备的上电报文：检查电源和网络，收到后这里变绿。',
              'It has not announced itself yet: check power and network. This turns green when it does.',
            ])}
          </small>
        </span>
      </p>
    );
  return (
    <p className="install-state" data-tone="green" role="status">
      <CircleCheck size={22} aria-hidden />
      <span>
        <b>{t(['已上电', 'It announced itself'])}</b>
        <small>
          {[
            asText(found.modelText),
            asText(found.mac),
            asText(found.serialNumber),
            asText(found.firmwareVersion) && t([`固件 ${found.firmwareVersion}`, `firmware ${found.firmwareVersion}`]),
            ago(found.lastSeenTime),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
    </p>
  );
}
