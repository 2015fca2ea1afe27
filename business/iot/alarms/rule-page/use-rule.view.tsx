import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '#kernel/web/http/refused.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { fetchRow, readList, saveRow } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { device } from '../../devices/device.paper.ts';
import { alarmRule } from '../rules/alarm-rule.paper.ts';
import { isSameValue, rulePartsOf } from './draft/rule-values.rules.ts';

/** A rule in the editor: its stored version, the draft, and how to save it. */
export interface EditedRule {
  readonly row: WireRow | undefined;
  readonly isMissing: boolean;
  /** The stored version, by which devices are judged now. */ readonly running: Readonly<Record<string, unknown>>;
  readonly draft: Readonly<Record<string, unknown>>;
  readonly isDirty: boolean;
  readonly set: (part: Readonly<Record<string, unknown>>) => void;
  readonly reset: () => void;
  readonly save: () => Promise<void>;
  readonly isBusy: boolean;
  /** Why the server refused to save the draft; empty: it did not. */ readonly refusal: string;
}

const EDITED = [
  'createRules',
  'clearRule',
  'schedule',
  'suppression',
  'notify',
  'autoRepair',
  'troubleCodeId',
  'enabled',
] as const;

const editedOf = (row: WireRow): Record<string, unknown> => ({
  ...row,
  ...rulePartsOf(row),
});

export function useRule(id: string): EditedRule {
  const t = useT();
  const language = useLanguage();
  const { data: row, error } = useQuery({
    queryKey: ['row', alarmRule.name, id, language],
    queryFn: ({ signal }) => fetchRow(alarmRule, id, signal),
    retry: false,
  });
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({});
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const running = row ? editedOf(row) : {};
  const draft = { ...running, ...typed };
  const changed = Object.fromEntries(
    EDITED.filter((name) => name in typed && !isSameValue(typed[name], running[name])).map((name) => [
      name,
      typed[name],
    ]),
  );
  async function save(): Promise<void> {
    if (!row || isBusy) return;
    setBusy(true);
    setRefusal('');
    try {
      await saveRow(alarmRule, { id: row.id, version: row.version, ...changed }, { quiet: true });
      refresh(alarmRule.name);
      setTyped({});
      toast.good(t(['已生效，2 秒内在运行的设备上按它判', 'In force: devices are judged by it within 2 s']));
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed;
      setRefusal(failed.fields.map((one) => one.msg).join(t(['；', '; '])) || failed.message);
    } finally {
      setBusy(false);
    }
  }
  return {
    row,
    isMissing: error instanceof Refused && [403, 404].includes(error.code),
    running,
    draft,
    isDirty: Object.keys(changed).length > 0,
    set: (part) => setTyped((before) => ({ ...before, ...part })),
    reset: () => setTyped({}),
    save,
    isBusy,
    refusal,
  };
}

/**
 * Count the devices of the rule's model, and the device rules that replace this rule. Null: unknown or not applicable.
 */
export function useRuleReach(row: WireRow | undefined): {
  readonly devices: number | null;
  readonly own: number | null;
} {
  const language = useLanguage();
  const modelId = row?.scope === 'model' ? String(row.modelId ?? '') : '';
  const { data: devices } = useQuery({
    queryKey: ['list', device.name, 'of rule', modelId, language],
    queryFn: ({ signal }) => readList(device, { modelId, size: '1' }, signal),
    enabled: modelId !== '',
    retry: false,
  });
  const { data: own } = useQuery({
    queryKey: ['list', alarmRule.name, 'own', row?.id, language],
    queryFn: ({ signal }) => readList(alarmRule, { inheritRuleId: row!.id, size: '1' }, signal),
    enabled: row !== undefined && row.scope !== 'thing',
    retry: false,
  });
  return { devices: devices?.total ?? null, own: own?.total ?? null };
}
