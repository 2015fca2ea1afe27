import type { ReactElement } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { alarmRework } from '../alarm-repair.calls.ts';
import { alarmInsight } from '../insight/insight.calls.ts';
import { CurveAround } from './alarm-curve.view.tsx';
import { Likely, Similar, Solution } from './alarm-insight.view.tsx';
import { AlarmStory } from './alarm-story.view.tsx';
import { OrderVerdict } from './order-verdict.view.tsx';
import './alarm-diagnosis.css';

/**
 * Part of an alarm's details: repair request and verdict, curve, remedy, probable causes, similar alarms, and history.
 */
export function AlarmDiagnosis({ row }: { readonly row: WireRow }): ReactElement {
  const t = useT();
  const { data: insight } = useCall(alarmInsight, { id: row.id }, { quiet: true, of: 'row' });
  const may = useMay(alarm)('toRepair');
  const rework = async (): Promise<void> => {
    const { repairNo } = await askCall(alarmRework, { id: row.id });
    toast.good(t([`已建返修 ${repairNo}`, `Rework ${repairNo} made`]));
    refresh(alarm.name);
  };
  return (
    <div className="alarm-diagnosis">
      {insight && <OrderVerdict insight={insight} rework={may ? () => void rework().catch(() => undefined) : null} />}
      <CurveAround id={row.id} />
      {insight && (
        <>
          <Solution insight={insight} />
          <Likely insight={insight} />
          <Similar insight={insight} />
        </>
      )}
      <AlarmStory row={row} />
    </div>
  );
}
