import { useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import type { Energy } from '../../energy/energies.rules.ts';
import { rankToRepair, takeBackRepair } from '../ranking.calls.ts';

const UNDO_MS = 10_000;
const AT_ONCE = 50;

/** The answer for a row: its request, or why none was made. */
export interface RepairAnswer {
  readonly words: Label;
  readonly isBad: boolean;
}

export interface RankRepairs {
  readonly may: boolean;
  readonly busy: boolean;
  readonly answers: ReadonlyMap<string, RepairAnswer>;
  readonly make: (ids: readonly string[]) => void;
}

type Made = { readonly id: string; readonly answer: RepairAnswer; readonly formId: string | null };

const takeBackRequest = async (formIds: readonly string[]): Promise<void> => {
  for (const repairFormId of formIds) await askCall(takeBackRepair, { repairFormId }, { key: newKey() });
};

/** Make repair requests for rows, one transaction each; each row gets its answer. New ones may be taken back. */
export function useRepairs(energy: Energy, month: string): RankRepairs {
  const t = useT();
  const may = useMay(alarm)('toRepair');
  const [busy, setBusy] = useState(false);
  const [answers, setAnswers] = useState<ReadonlyMap<string, RepairAnswer>>(new Map());

  async function one(deviceId: string): Promise<Made> {
    try {
      const made = await askCall(rankToRepair, { energy, month, deviceId }, { quiet: true, key: newKey() });
      const words: Label = made.isJoined
        ? [`已有 ${made.repairNo}，没有另建`, `${made.repairNo} is open; no other was made`]
        : [`已建 ${made.repairNo}`, `${made.repairNo} made`];
      return { id: deviceId, answer: { words, isBad: false }, formId: made.isJoined ? null : made.repairFormId };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { id: deviceId, answer: { words: [error.message, error.message], isBad: true }, formId: null };
    }
  }

  function undo(all: readonly Made[]): void {
    void takeBackRequest(all.flatMap(({ formId }) => formId ?? []))
      .then(() => toast.good(t(['已撤销', 'Taken back'])))
      .catch(() => undefined)
      .finally(() => {
        setAnswers(new Map());
        refresh(device.name);
      });
  }

  async function make(ids: readonly string[]): Promise<void> {
    if (busy || !may || ids.length === 0) return;
    setBusy(true);
    const all: Made[] = [];
    try {
      for (const id of ids.slice(0, AT_ONCE)) {
        all.push(await one(id));
        setAnswers(new Map(all.map((made) => [made.id, made.answer])));
      }
    } finally {
      setBusy(false);
      refresh(device.name);
    }
    const fresh = all.filter(({ formId }) => formId !== null);
    const [only] = all;
    const words =
      all.length === 1
        ? t(only.answer.words)
        : t([`${fresh.length} 张已建，共 ${all.length} 户`, `${fresh.length} made for ${all.length} homes`]);
    if (fresh.length > 0) toast.good(words, { label: t(['撤销', 'Undo']), ms: UNDO_MS, run: () => undo(fresh) });
    else if (only.answer.isBad) toast.bad(words);
    else toast.plain(words);
  }
  return { may, busy, answers, make: (ids) => void make(ids).catch(() => undefined) };
}
