import { AlarmClockOff, Check, CircleSlash, ClipboardList, ClipboardPlus, Zap } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { Hands } from '../use-hands.view.tsx';

/** Buttons for actions on the current alarm, with their keys. */
export function AlarmActs({ hands }: { hands: Hands }): ReactElement {
  const t = useT();
  return (
    <div className="alarm-acts">
      {hands.remedy.name !== null && (
        <button
          type="button"
          className="button"
          disabled={hands.here !== undefined && hands.remedy.sentFor(hands.here.id)?.isBusy}
          onClick={hands.remedy.send}
        >
          <Zap size={15} aria-hidden />
          {hands.remedy.name}…<kbd>V</kbd>
        </button>
      )}
      <button type="button" className="button" disabled={!hands.may('release')} onClick={() => hands.act('release')}>
        <CircleSlash size={15} aria-hidden />
        {t(['解除…', 'Release…'])}
        <kbd>R</kbd>
      </button>
      <button
        type="button"
        className="button"
        disabled={!hands.may('confirm') && !hands.may('close')}
        onClick={() => hands.confirm()}
      >
        <Check size={15} aria-hidden />
        {t(['确认', 'Confirm'])}
        <kbd>A</kbd>
      </button>
      {hands.here?.row.repairFormId
        ? hands.mayOpenRepair && (
            <button type="button" className="button" onClick={hands.repair}>
              <ClipboardList size={15} aria-hidden />
              {t(['打开报修单', 'Open the request'])}
              <kbd>T</kbd>
            </button>
          )
        : hands.mayRepair && (
            <button type="button" className="button strong" onClick={hands.repair}>
              <ClipboardPlus size={15} aria-hidden />
              {t(['转报修', 'Request a repair'])}
              <kbd>T</kbd>
            </button>
          )}
    </div>
  );
}

/** Buttons for actions on the selected alarms. They take the place of the list of keys. */
export function BatchActs({ hands }: { hands: Hands }): ReactElement {
  const t = useT();
  const count = hands.picked.size;
  return (
    <>
      <b>{t([`已选 ${count} 条`, `${count} selected`])}</b>
      <button
        type="button"
        className="button strong"
        disabled={!hands.may('confirm') && !hands.may('close')}
        onClick={() => hands.confirm()}
      >
        <Check size={15} aria-hidden />
        {t(['确认', 'Confirm'])}
        <kbd>A</kbd>
      </button>
      <button type="button" className="button" disabled={!hands.may('release')} onClick={() => hands.act('release')}>
        <CircleSlash size={15} aria-hidden />
        {t(['解除…', 'Release…'])}
        <kbd>R</kbd>
      </button>
      <button type="button" className="button" disabled={!hands.may('shelve')} onClick={() => hands.act('shelve')}>
        <AlarmClockOff size={15} aria-hidden />
        {t(['搁置…', 'Shelve…'])}
        <kbd>S</kbd>
      </button>
      <button type="button" className="button plain" onClick={hands.clear}>
        {t(['取消选中', 'Clear'])}
        <kbd>Esc</kbd>
      </button>
    </>
  );
}
