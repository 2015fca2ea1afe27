import { Send } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { device } from '../../devices/device.paper.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { controlDevice, sendables } from '../control/control.calls.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { type CommandInput, type Sendable, permittedWords, sendablesOf, sentParts } from './settable.rules.ts';
import './send-command.css';

const UNDER_WAY = 'iot.workUnderWay';

type Result = CallAnswer<typeof controlDevice>;

/** Read what may be sent to a device. */
function useSendables(deviceId: string): readonly Sendable[] | undefined {
  const { data } = useCall(sendables, { deviceId }, { quiet: true });
  return data && sendablesOf(data as readonly SchemaAttribute[]);
}

/** The input of one value, by its type: a choice, or a number with its range. */
function ValueInput({
  of,
  value,
  onType,
}: {
  of: CommandInput;
  value: string;
  onType: (value: string) => void;
}): ReactElement {
  const t = useT();
  const { dataType, specs } = of;
  const choices =
    dataType === 'bool'
      ? [
          ['true', specs.trueText ?? { zh: '开', en: 'On' }] as const,
          ['false', specs.falseText ?? { zh: '关', en: 'Off' }] as const,
        ]
      : specs.items && Object.entries(specs.items);
  return (
    <label className="plain-field">
      <span>
        {t(of.label)} <small className="quiet">{permittedWords(of)}</small>
      </span>
      {choices ? (
        <ChoiceBox
          label={t(of.label)}
          value={value}
          items={choices.map(([key, words]) => ({ key, label: t([words.zh, words.en ?? words.zh]) }))}
          onChange={onType}
        />
      ) : (
        <input
          className="plain-input"
          inputMode={dataType === 'text' ? 'text' : 'decimal'}
          value={value}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </label>
  );
}

/** Result of the device within eight seconds, or the sentence that it is awaited. */
function ResultLine({ result }: { result: Result }): ReactElement {
  const t = useT();
  const isOpen = ['pending', 'queued', 'sent', 'delivered', 'running'].includes(result.execStatus);
  return (
    <p className="send-result" role="status" data-state={result.execStatus}>
      <Value of={deviceCommand} row={{ id: result.id, execStatus: result.execStatus }} name="execStatus" />
      <span>
        {isOpen
          ? t(['8 秒内没有结果，结果会写在指令记录里', 'No result within 8 s; the log will have it'])
          : [result.resultCode, result.resultMsg].filter((one) => one !== null && one !== '').join(' ')}
      </span>
    </p>
  );
}

interface Sending {
  readonly busy: boolean;
  readonly result: Result | null;
  readonly problem: string;
  /** The device was refused because a technician works there, and the person may pass that. */
  readonly isLocked: boolean;
  readonly send: (parts: Record<string, unknown>, why: string, isOverride: boolean) => Promise<void>;
}

function useSending(deviceId: string): Sending {
  const may = useMay(device);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const [problem, setProblem] = useState('');
  const [isLocked, setLocked] = useState(false);
  const key = useRef(newKey());
  async function send(parts: Record<string, unknown>, why: string, isOverride: boolean): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem('');
    setResult(null);
    const sent = { deviceId, ...parts, ...(why && { reason: why }), ...(isOverride && { override: true }) };
    try {
      setResult(await askCall(controlDevice, sent, { quiet: true, key: key.current }));
      key.current = newKey();
      refresh(deviceCommand.name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      key.current = newKey();
      setProblem(error.fields[0]?.msg ?? error.message);
      setLocked(error.reason === UNDER_WAY && may('controlOverride'));
    } finally {
      setBusy(false);
    }
  }
  return { busy, result, problem, isLocked, send };
}

function SendDialog({ row, onClose }: { row: WireRow; onClose: () => void }): ReactElement {
  const t = useT();
  const all = useSendables(row.id);
  const [key, setKey] = useState('');
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
          {t(['下发指令', 'Send a command'])} <span className="quiet">{String(row.deviceName ?? '')}</span>
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
      {sending.result && <ResultLine result={sending.result} />}
      {sending.problem && (
        <p className="field-problem" role="alert">
          {sending.problem}
        </p>
      )}
    </Dialog>
  );
}

/** The button that sends a command to the device of the page, for people who may; key C. */
export function SendCommand({ row }: { row: WireRow }): ReactElement | null {
  const t = useT();
  const may = useMay(device);
  const [isOpen, setOpen] = useState(false);
  const isAllowed = may('control') || may('controlAtWork');
  useKeys(isAllowed ? [{ keys: 'c', label: ['下发指令', 'Send a command'], run: () => setOpen(true) }] : []);
  if (!isAllowed) return null;
  return (
    <>
      <button type="button" className="button strong" onClick={() => setOpen(true)}>
        <Send size={15} aria-hidden />
        {t(['下发指令', 'Send a command'])}
        <kbd>C</kbd>
      </button>
      {isOpen && <SendDialog row={row} onClose={() => setOpen(false)} />}
    </>
  );
}
