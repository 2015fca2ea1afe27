import { Send } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { device } from '../../devices/device.paper.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { sendables } from '../control/control.calls.ts';
import { type Sendable, sendablesOf, sentParts } from './settable.rules.ts';
import { CommandResult } from './command-result.view.tsx';
import { useSending } from './use-sending.view.tsx';
import { ValueInput } from './value-input.view.tsx';
import './send-command.css';

const SEND: Label = ['下发指令', 'Send a command'];

/** Read what may be sent to a device. */
function useSendables(deviceId: string): readonly Sendable[] | undefined {
  const { data } = useCall(sendables, { deviceId }, { quiet: true });
  return data && sendablesOf(data as readonly SchemaAttribute[]);
}

function SendDialog({
  row,
  first,
  onClose,
}: {
  row: WireRow;
  first: readonly string[];
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const all = useSendables(row.id);
  const [typedKey, setKey] = useState('');
  const key = typedKey || (first.find((name) => all?.some((one) => one.key === name && !one.isHigh)) ?? '');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [why, setWhy] = useState('');
  const sending = useSending(row.id);
  const chosen = all?.find((one) => one.key === key);
  const parts = chosen ? sentParts(chosen, typed) : null;
  const mustSayWhy = sending.isLocked && !why.trim();
  const canSend = parts !== null && !sending.busy && !mustSayWhy && !chosen?.isHigh;
  const go = (): void => {
    if (canSend && parts) void sending.send(parts, why.trim(), sending.isLocked);
  };
  return (
    <Dialog
      title={
        <>
          {t(SEND)} <span className="quiet">{String(row.deviceName ?? '')}</span>
        </>
      }
      width={480}
      onClose={onClose}
      keys={[{ keys: 'Ctrl+Enter', label: ['下发', 'Send'], typing: true, run: go }]}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t(sending.result ? ['关闭', 'Close'] : ['取消', 'Cancel'])}
          </button>
          <button type="button" className="button strong" disabled={!canSend} onClick={go}>
            {t(
              sending.busy
                ? ['等设备…', 'Waiting …']
                : sending.isLocked
                  ? ['仍要下发', 'Send all the same']
                  : ['下发', 'Send'],
            )}{' '}
            <kbd>Ctrl ⏎</kbd>
          </button>
        </>
      }
    >
      <label className="plain-field">
        <span>{t(['指令', 'Command'])}</span>
        <ChoiceBox
          label={t(['指令', 'Command'])}
          value={key}
          items={(all ?? []).map((one) => ({ key: one.key, label: t(one.label) }))}
          onChange={(next) => {
            setKey(next);
            setTyped({});
          }}
        />
      </label>
      {all?.length === 0 && <p className="quiet">{t(['这个物模型没有可下发的', 'The model has nothing to send'])}</p>}
      {chosen?.isHigh && (
        <p className="field-problem" role="alert">
          {t([
            '高风险：请建指令任务，由另一人复核后下发。',
            'High risk: create an instruction task, which another person approves.',
          ])}
        </p>
      )}
      {chosen?.inputs.map((input) => (
        <ValueInput
          key={input.name}
          of={input}
          value={typed[input.name] ?? ''}
          onType={(value) => setTyped((now) => ({ ...now, [input.name]: value }))}
        />
      ))}
      {sending.isLocked && (
        <label className="plain-field">
          <span>{t(['越过作业锁定的原因', 'Reason to pass the lock-out'])}</span>
          <input className="plain-input" value={why} maxLength={200} onChange={(event) => setWhy(event.target.value)} />
        </label>
      )}
      {sending.result && <CommandResult result={sending.result} />}
      {sending.problem && (
        <p className="field-problem" role="alert">
          {sending.problem}
        </p>
      )}
    </Dialog>
  );
}

/**
 * The button that sends a command to a device, for people who may; key C. `first`: commands of which the first that the
 * device has is chosen.
 */
export function SendCommand({
  row,
  label = SEND,
  first = [],
}: {
  row: WireRow;
  label?: Label;
  first?: readonly string[];
}): ReactElement | null {
  const t = useT();
  const may = useMay(device);
  const [isOpen, setOpen] = useState(false);
  const isAllowed = may('control') || may('controlAtWork');
  useKeys(isAllowed ? [{ keys: 'c', label, run: () => setOpen(true) }] : []);
  if (!isAllowed) return null;
  return (
    <>
      <button type="button" className="button strong" onClick={() => setOpen(true)}>
        <Send size={15} aria-hidden />
        {t(label)}
        <kbd>C</kbd>
      </button>
      {isOpen && <SendDialog row={row} first={first} onClose={() => setOpen(false)} />}
    </>
  );
}
