import { CircleCheck, LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import { minutesBetween } from '#business/masterdata/days.rules.ts';
import { LEAST_CODE } from './install.rules.ts';
import type { DevicePool } from './use-pool.view.tsx';

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** How long ago a moment of the wire is. */
const agoSeconds = (moment: unknown): number => minutesBetween(textOf(moment), momentNow()) * 60;

function useAgo(): (moment: unknown) => string {
  const t = useT();
  return (moment) => {
    const seconds = agoSeconds(moment);
    if (seconds < 60) return t(['刚刚', 'just now']);
    const [zh, en] = ageWords(seconds);
    return t([`${zh}前`, `${en} ago`]);
  };
}

/** Those that announced themselves last, to be tapped instead of typed. */
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
          <button type="button" onClick={() => onCode(textOf(row.mac))}>
            <b>{textOf(row.mac)}</b>
            <span>{textOf(row.modelText)}</span>
            <small>{ago(row.lastSeenTime)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Whether the device that is meant was heard: the installer looks at this while he holds the plug. */
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
  if (code.trim().length < LEAST_CODE) return <Nearby pool={pool} onCode={onCode} />;
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
            textOf(found.modelText),
            textOf(found.mac),
            textOf(found.serialNumber),
            textOf(found.firmwareVersion) && t([`固件 ${found.firmwareVersion}`, `firmware ${found.firmwareVersion}`]),
            ago(found.lastSeenTime),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
    </p>
  );
}
