import { type ReactElement, useEffect } from 'react';
import type { TelemetryStep as Step } from '#business/completion/finish/telemetry-step.rules.ts';
import { FormBlock } from '#business/completion/finish/parts.view.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { alarmCurve } from '#business/iot/alarms/curve/curve.calls.ts';
import { DoorCurve } from './door-curve.view.tsx';
import { DoorReadings } from './door-readings.view.tsx';
import { DoorSlots } from './door-slots.view.tsx';
import { type DoorVerdict, doorVerdict } from './door.calls.ts';
import './door.css';

const EVERY_MS = 10_000;

interface TelemetryStepProps {
  readonly visitId: string;
  readonly arrivedAt: string;
  readonly reason: string;
  readonly putReason: (reason: string) => void;
  readonly tell: (step: Step | null) => void;
}

/**
 * Return the state of all alarms together: confirmed if all are, with the fewest minutes of any. Null: there are none.
 */
const stepOf = (all: readonly DoorVerdict[] | undefined): Step | null =>
  all && all.length > 0
    ? {
        isConfirmed: all.every((one) => one.isConfirmed),
        minutes: Math.min(...all.map((one) => one.slots.filter(Boolean).length)),
      }
    : null;

function One({ of, arrivedAt }: { of: DoorVerdict; arrivedAt: string }): ReactElement {
  const { data } = useCall(alarmCurve, { id: of.alarmId }, { quiet: true, of: 'row' });
  return (
    <>
      <DoorSlots of={of} />
      <DoorReadings of={of} startedAt={data?.startedAt ?? null} />
      <DoorCurve of={of} arrivedAt={arrivedAt} />
    </>
  );
}

/**
 * Step of a completion that shows the verdict of telemetry. Nothing is shown for an order without devices or values.
 */
export default function TelemetryStep({
  visitId,
  arrivedAt,
  reason,
  putReason,
  tell,
}: TelemetryStepProps): ReactElement | null {
  const t = useT();
  const { data } = useCall(doorVerdict, { visitId }, { quiet: true, retry: false, refetchInterval: EVERY_MS });
  const step = stepOf(data);
  useEffect(() => tell(step), [step?.isConfirmed, step?.minutes, step === null]);
  if (!data || !step) return null;
  return (
    <FormBlock
      at="telemetry"
      title={t(['遥测', 'Telemetry'])}
      side={<small>{t(['提交后再看 2 小时', 'Watched 2 h after'])}</small>}
    >
      <div className="door">
        {data.map((one) => (
          <One key={one.alarmId} of={one} arrivedAt={arrivedAt} />
        ))}
        {!step.isConfirmed && (
          <label className="day-field">
            <span>{t(['没有确认也提交，原因', 'Submitted without a confirmation because'])}</span>
            <textarea
              rows={2}
              maxLength={255}
              value={reason}
              placeholder={t(['班组长会看到', 'Your lead will see it'])}
              onChange={({ target }) => putReason(target.value)}
            />
          </label>
        )}
      </div>
    </FormBlock>
  );
}
