import { AlarmClockOff, Check, CircleSlash, ClipboardPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';

interface AlarmActsProps {
  /** Is one of these verbs open to all that are chosen? */ readonly may: (...names: string[]) => boolean;
  readonly act: (...names: string[]) => void;
  readonly repair: () => void;
}

/** What may be done with the current alarm, each with its key. */
export function AlarmActs({ may, act, repair }: AlarmActsProps): ReactElement {
  const t = useT();
  const mayRepair = useMay(alarm)('toRepair');
  return (
    <div className="alarm-acts">
      <span className="spring" />
      <button type="button" className="button" disabled={!may('release')} onClick={() => act('release')}>
        <CircleSlash size={15} aria-hidden />
        {t(['解除', 'Release'])}
        <kbd>R</kbd>
      </button>
      <button type="button" className="button" disabled={!may('shelve')} onClick={() => act('shelve')}>
        <AlarmClockOff size={15} aria-hidden />
        {t(['搁置', 'Shelve'])}
        <kbd>S</kbd>
      </button>
      <button
        type="button"
        className="button"
        disabled={!may('confirm', 'close')}
        onClick={() => act('confirm', 'close')}
      >
        <Check size={15} aria-hidden />
        {t(['确认', 'Confirm'])}
        <kbd>A</kbd>
      </button>
      {mayRepair && (
        <button type="button" className="button strong" onClick={repair}>
          <ClipboardPlus size={15} aria-hidden />
          {t(['转报修', 'Request a repair'])}
          <kbd>T</kbd>
        </button>
      )}
    </div>
  );
}
