import { RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { sendables } from '#business/iot/commands/control/control.calls.ts';
import { CommandResult } from '#business/iot/commands/device/command-result.view.tsx';
import { type Sendable, sendablesOf, sentParts } from '#business/iot/commands/device/settable.rules.ts';
import { useSending } from '#business/iot/commands/device/use-sending.view.tsx';
import { device } from '#business/iot/devices/device.paper.ts';
import type { SchemaAttribute } from '#business/iot/models/model-schema.rules.ts';

/** Is it a reset of low risk that needs no value? */
const isReset = ({ key, isHigh, inputs }: Sendable): boolean =>
  key.startsWith('service reset') && !isHigh && !inputs.some(({ required }) => required);

/** Buttons that reset the device while the technician works at it, with the result of the device. */
export function DoorReset({ deviceId }: { deviceId: string }): ReactElement | null {
  const t = useT();
  const may = useMay(device);
  const isAllowed = may('controlAtWork') || may('control');
  const { data } = useCall(sendables, { deviceId }, { quiet: true, retry: false, enabled: isAllowed });
  const { busy, result, problem, send } = useSending(deviceId);
  const resets = sendablesOf((data ?? []) as readonly SchemaAttribute[]).filter(isReset);
  if (resets.length === 0) return null;
  return (
    <div className="door-reset">
      {resets.map((one) => (
        <button
          key={one.key}
          type="button"
          className="day-button"
          disabled={busy}
          onClick={() => void send(sentParts(one, {}) ?? {}, '', false)}
        >
          <RotateCcw size={20} aria-hidden />
          {busy ? t(['等设备…', 'Waiting …']) : t(one.label)}
        </button>
      ))}
      {result && <CommandResult result={result} />}
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
