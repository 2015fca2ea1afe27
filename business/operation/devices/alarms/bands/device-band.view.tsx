import { ClipboardList, ClipboardPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { AlarmLevel } from '#business/iot/alarms/alarm/alarm-level.view.tsx';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import { alarmToRepair } from '../alarm-repair.calls.ts';
import { currentAlarms } from '../current/current.calls.ts';
import { alarmInsight } from '../insight/insight.calls.ts';
import './device-band.css';

const EVERY_MS = 30_000;

/** Return one sentence on an alarm: its values, and the cause that repairs found most often. */
function useDiagnosis(row: WireRow): Label {
  const { data } = useCall(alarmInsight, { id: row.id }, { quiet: true, of: 'row' });
  const detail = String(row.detail ?? '');
  const likely = data?.likely[0];
  const cause = data?.fault?.cause ?? '';
  if (likely)
    return [
      `${detail}；同型号同故障 ${likely.n} 例是${likely.words[0]}（${Math.round(likely.share * 100)}%）`,
      `${detail}; ${likely.n} of the same model and code were ${likely.words[1]} (${Math.round(likely.share * 100)}%)`,
    ];
  return cause ? [`${detail}；可能：${cause}`, `${detail}; perhaps: ${cause}`] : [detail, detail];
}

function Order({ row }: { row: WireRow }): ReactElement | null {
  const t = useT();
  const may = useMay(alarm)('toRepair');
  if (row.repairFormId)
    return (
      <Link className="button" to={`/maintenance/asrepairform?id=${String(row.repairFormId)}`}>
        <ClipboardList size={15} aria-hidden />
        {row._names?.repairFormId ?? t(['报修单', 'Repair request'])}
      </Link>
    );
  if (!may) return null;
  const request = async (): Promise<void> => {
    const { repairNo, isJoined } = await askCall(alarmToRepair, { id: row.id });
    toast.good(t(isJoined ? [`已并入 ${repairNo}`, `Joined ${repairNo}`] : [`已建 ${repairNo}`, `Made ${repairNo}`]));
    refresh(alarm.name);
  };
  return (
    <button type="button" className="button" onClick={() => void request().catch(() => undefined)}>
      <ClipboardPlus size={15} aria-hidden />
      {t(['转报修', 'Request a repair'])}
    </button>
  );
}

function Band({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const since = String(row.startTime);
  const lasts = spanWords(sinceMoment(since) / 1000);
  const who = row._names?.confirmUser;
  const at = shortMoment(since, language);
  return (
    <div className="device-band" data-level={String(row.level)} role="status">
      <AlarmLevel level={String(row.level)} />
      <div>
        <p>
          <b>{String(row.title)}</b>
          <span>{t([`${at} 起 ${lasts[0]}`, `since ${at}, ${lasts[1]}`])}</span>
          {Number(row.repeatCount) > 1 && (
            <span>{t([`重复 ${String(row.repeatCount)} 次`, `${String(row.repeatCount)} times`])}</span>
          )}
          {who && (
            <span>
              {who} {shortMoment(String(row.confirmTime), language)} {t(['确认', 'confirmed'])}
            </span>
          )}
        </p>
        <p className="device-band-why">{t(useDiagnosis(row))}</p>
      </div>
      <Link className="button" to={`/iot/alarmRecord?id=${row.id}`}>
        {t(['详情', 'Details'])}
      </Link>
      <Order row={row} />
    </div>
  );
}

/** The most severe open alarm of a device with its repair request; nothing if there is none. */
export default function DeviceBand({ deviceId }: { readonly deviceId: string }): ReactElement | null {
  const may = useMay(alarm)('view');
  const { data } = useCall(
    currentAlarms,
    { deviceId },
    { quiet: true, enabled: deviceId !== '' && may, refetchInterval: EVERY_MS, retry: false },
  );
  const first = data?.[0] as unknown as WireRow | undefined;
  return first ? <Band row={first} /> : null;
}
