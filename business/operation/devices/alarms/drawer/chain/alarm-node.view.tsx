import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { partsFrom } from '#kernel/fields/structured/structured.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import type { StoredFrame } from '#business/iot/alarms/raise/frame-shape.rules.ts';
import { CurveAround } from '../alarm-curve.view.tsx';
import { OrderVerdict } from '../order-verdict.view.tsx';
import { alarmInsight } from '../../insight/insight.calls.ts';
import { FrameView } from './frame.view.tsx';
import '../alarm-diagnosis.css';
import './alarm-node.css';

function Verdict({ id }: { id: string }): ReactElement | null {
  const { data } = useCall(alarmInsight, { id }, { quiet: true, of: 'row', retry: false });
  return data ? <OrderVerdict insight={data} rework={null} /> : null;
}

/**
 * Details of the selected timeline entry that came from a device: the message, the curve, or the verdict of telemetry.
 */
export function AlarmNode({ kind, row }: { kind: string; row: WireRow }): ReactElement {
  const t = useT();
  const frame = partsFrom(row.frame) as StoredFrame | null;
  return (
    <section className="alarm-node" aria-label={t(['选中的节点', 'The chosen station'])}>
      <p className="alarm-node-keys quiet">
        <kbd>J</kbd> <kbd>K</kbd> {t(['换节点', 'stations'])}
        {row.deviceId ? (
          <Link to={`/matter/exampleDetail?id=${String(row.deviceId)}`}>{t(['打开设备', 'Open the device'])}</Link>
        ) : null}
      </p>
      {kind === 'message' && frame && <FrameView frame={frame} />}
      {kind === 'verdict' && <Verdict id={row.id} />}
      {kind !== 'message' && <CurveAround id={row.id} />}
    </section>
  );
}
