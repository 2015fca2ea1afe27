import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { askWords } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { troubleCode } from '#business/iot/alarms/codes/trouble-code.paper.ts';
import { remedyAlarm } from '#business/iot/commands/control/remedy.calls.ts';

/** Read the trouble code of an alarm; undefined: it has none, or the reader may not see it. */
export function useTroubleCode(row: WireRow | undefined): WireRow | undefined {
  const language = useLanguage();
  const may = useMay(troubleCode)('view');
  const id = String(row?.troubleCodeId ?? '');
  const { data } = useQuery({
    queryKey: ['row', troubleCode.name, id, language],
    queryFn: ({ signal }) => fetchRow(troubleCode, id, signal),
    enabled: id !== '' && may,
    retry: false,
  });
  return data;
}

/** A remedy that was sent for an alarm: the answer of the device, or why it was refused. */
export interface SentRemedy {
  readonly isBusy: boolean;
  readonly result: CallAnswer<typeof remedyAlarm> | null;
  readonly problem: string;
}

export interface AlarmRemedy {
  /** Name of the remedy of the current alarm; null: there is none, or the person may not send it. */
  readonly name: string | null;
  /** Ask for the reason, send the remedy, and wait up to eight seconds for the device. */ readonly send: () => void;
  readonly sentFor: (alarmId: string) => SentRemedy | undefined;
}

/** Return the remote remedy of the current alarm, if it is a matter of safety. */
export function useRemedy(row: WireRow | undefined): AlarmRemedy {
  const t = useT();
  const may = useMay(alarm)('remedy');
  const code = useTroubleCode(row);
  const key = useRef(newKey());
  const [sent, setSent] = useState<ReadonlyMap<string, SentRemedy>>(new Map());
  const isOpen = ['active', 'confirmed'].includes(String(row?.alarmStatus));
  const name =
    may && isOpen && row?.deviceId && code?.safety && code.remoteInstructionId
      ? (code._names?.remoteInstructionId ?? t(['远程处理', 'Remote remedy']))
      : null;
  const note = (id: string, state: SentRemedy): void => setSent((now) => new Map(now).set(id, state));
  async function send(): Promise<void> {
    if (!row || name === null || sent.get(row.id)?.isBusy) return;
    const { id } = row;
    const home = [row._names?.householdId, row._names?.deviceId].filter(Boolean).join(' ');
    const reason = await askWords({
      title: t([`${name}？`, `${name}?`]),
      text: t([
        `马上下发到 ${home}，8 秒内显示结果；物联网负责人会收到通知。`,
        `Sent to ${home} at once; the result is shown within 8 s. The IoT lead gets a notice.`,
      ]),
      words: t(['原因', 'Reason']),
      yes: name,
      danger: true,
    });
    if (!reason) return;
    note(id, { isBusy: true, result: null, problem: '' });
    try {
      const result = await askCall(remedyAlarm, { id, reason }, { quiet: true, key: key.current });
      note(id, { isBusy: false, result, problem: '' });
      refresh(alarm.name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      note(id, { isBusy: false, result: null, problem: error.fields[0]?.msg ?? error.message });
    } finally {
      key.current = newKey();
    }
  }
  return { name, send: () => void send(), sentFor: (id) => sent.get(id) };
}
