import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { type ReactElement, useCallback } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useWatched } from '#kernel/web/realtime/watch.ts';
import { currentValues } from '#business/iot/values/values.calls.ts';

/** Interval of reloading, in case the live stream is interrupted. */
const EVERY_MS = 5000;
const MOST = 8;

/** Values that the device has sent since it was bound to this home; new values are highlighted. */
export function LiveValues({ deviceId }: { deviceId: string }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { data } = useCall(
    currentValues,
    { deviceId },
    { of: 'row', quiet: true, retry: false, refetchInterval: EVERY_MS },
  );
  const hear = useCallback(
    () => void client.invalidateQueries({ queryKey: ['row', 'device', currentValues.path] }),
    [client],
  );
  useWatched('device', [deviceId], hear);
  const items = data?.groups.flatMap((group) => group.items).filter((one) => one.ts !== null) ?? [];
  if (items.length === 0)
    return (
      <p className="install-state" data-tone="amber" role="status">
        <LoaderCircle size={22} aria-hidden />
        <span>
          <b>{t(['已绑定，等第一条读数', 'Bound; waiting for its first values'])}</b>
          <small>
            {data
              ? t([
                  `按物模型 ${data.reportIntervalSec} 秒上报一次`,
                  `By its model it reports every ${data.reportIntervalSec} s`,
                ])
              : ''}
          </small>
        </span>
      </p>
    );
  return (
    <>
      <p className="install-state" data-tone="green" role="status">
        <CircleCheck size={22} aria-hidden />
        <span>
          <b>{t(['读数正常，安装完成', 'It reports: installed'])}</b>
          <small>{t([`${items.length} 项读数`, `${items.length} values`])}</small>
        </span>
      </p>
      <dl className="install-values">
        {items.slice(0, MOST).map((one) => (
          <div key={one.identifier}>
            <dt>{t(one.name)}</dt>
            <dd>
              {t(one.text)}
              {one.unit && <small>{one.unit}</small>}
              <CircleCheck size={16} aria-hidden />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
