import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId, useRef, useState } from 'react';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { text } from '#kernel/fields/text/text.ts';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { FieldGroups } from '#kernel/web/form/field-groups.tsx';
import { type FormState, useFormState } from '#kernel/web/form/form-state.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import type { CommandContent } from '../content/command-content.rules.ts';
import { targetType } from '../dictionaries.ts';
import { instruction } from '../instruction/instruction.paper.ts';
import { instructionTask } from '../task/instruction-task.paper.ts';
import { addTask, lookTask } from '../task/task.calls.ts';
import { type CommandInput, sendablesOf, typedOf } from '../device/settable.rules.ts';
import { ValueInput } from '../device/value-input.view.tsx';
import { inputsOfContent } from '../instruction/content-typed.rules.ts';
import { modelSendables } from '../instruction/instruction.calls.ts';
import { changedParams, taskTarget, sentValues } from './new-task.rules.ts';

const fields = {
  taskName: text(['任务名称', 'Name'], { required: true, max: 60, wide: true }),
  configId: ref('instruction', ['指令', 'Instruction'], { required: true }),
  targetType: dict(targetType, ['目标类型', 'Targets'], { required: true }),
  devices: refs('device', ['设备', 'Devices'], { required: true, wide: true }),
  households: refs('household', ['家庭', 'Homes'], { required: true, wide: true }),
  tag: text(['标签', 'Tag'], { required: true, max: 64 }),
  area: text(['行政区划代码', 'Code of the region'], { required: true, max: 12 }),
  keys: longText(['设备编号、MAC 或序列号', 'Keys, MACs or serial numbers'], {
    required: true,
    max: 100_000,
    wide: true,
    help: ['每行一个，或用逗号隔开', 'One a line, or separated by commas'],
  }),
  scheduleTime: moment(['计划时间', 'Scheduled'], { help: ['不填则手动执行', 'Empty: run by hand'] }),
  perMinute: integer(['每分钟台数', 'Devices a minute'], { max: 60_000, initial: 120 }),
  waitOnline: flag(['离线时等待', 'Wait while the device is away']),
};

type Name = keyof typeof fields;

/** The input of each kind of target. */
const chosenBy: Readonly<Record<string, Name>> = {
  device: 'devices',
  household: 'households',
  tag: 'tag',
  area: 'area',
  excel: 'keys',
};

const namesOf = (kind: unknown): Name[] => {
  const own = chosenBy[String(kind)];
  return ['taskName', 'configId', 'targetType', ...(own ? [own] : []), 'scheduleTime', 'perMinute', 'waitOnline'];
};

/** Read the chosen instruction: its content, and the parameters that a task may change. */
function useInstruction(id: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['row', instruction.name, id, language],
    queryFn: ({ signal }) => fetchRow(instruction, id, signal),
    enabled: id !== '',
  }).data;
}

/** The values of the instruction that a task may change, each by its type. */
function Params({
  inputs,
  before,
  typed,
  onType,
}: {
  inputs: readonly CommandInput[];
  before: Readonly<Record<string, unknown>>;
  typed: Readonly<Record<string, string>>;
  onType: (name: string, value: string) => void;
}): ReactElement | null {
  const t = useT();
  if (inputs.length === 0) return null;
  return (
    <fieldset className="field-group">
      <legend>{t(['参数', 'Parameters'])}</legend>
      <div className="fields">
        {inputs.map((of) => (
          <ValueInput
            key={of.name}
            of={of}
            value={typed[of.name] ?? typedOf(before[of.name])}
            onType={(value) => onType(of.name, value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Return the inputs of the values of an instruction that a task may change. */
function useParamInputs(chosen: WireRow | undefined): readonly CommandInput[] {
  const modelId = String(chosen?.modelId ?? '');
  const names = (chosen?.paramForm as readonly string[] | null) ?? [];
  const { data } = useCall(modelSendables, { modelId }, { quiet: true, enabled: modelId !== '' && names.length > 0 });
  if (!data || !chosen) return [];
  const content = chosen.content as CommandContent;
  const all = sendablesOf(data as readonly SchemaAttribute[]);
  return inputsOfContent(content.service ? 'service' : 'property_set', content, all).filter(({ name }) =>
    names.includes(name),
  );
}

/** Preview of a task: the number of devices that get the command, those left out with the reason, and samples. */
function Look({ sent }: { sent: Parameters<typeof askCall<typeof lookTask>>[1] | null }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { data, error, isFetching } = useQuery({
    queryKey: ['look', instructionTask.name, sent, language],
    queryFn: ({ signal }) => (sent ? askCall(lookTask, sent, { signal, quiet: true }) : null),
    enabled: sent !== null,
    retry: false,
  });
  if (!sent)
    return (
      <p className="quiet">
        {t(['选好指令和目标，先看会发给谁', 'Choose an instruction and targets to see who gets it'])}
      </p>
    );
  if (error)
    return (
      <p className="field-problem" role="alert">
        {error.message}
      </p>
    );
  if (!data)
    return (
      <p className="quiet" aria-busy={isFetching}>
        {t(['在数…', 'Counting …'])}
      </p>
    );
  return (
    <div className="run-look" aria-live="polite">
      <p>
        <b>{t([`${grouped(data.count)} 台会收到`, `${grouped(data.count)} devices get it`])}</b>{' '}
        <span className="quiet">{t([`现在在线 ${grouped(data.online)}`, `${grouped(data.online)} are online`])}</span>{' '}
        {data.riskLevel === 'high' && (
          <em className="run-risk">{t(['高风险：要另一人复核', 'High risk: another person approves it'])}</em>
        )}
      </p>
      <p>{t(data.content)}</p>
      {data.leftOut.map(({ reason, count }) => (
        <p key={reason[1]} className="quiet">
          {t([`不发 ${grouped(count)} 台：`, `Left out ${grouped(count)}: `])}
          {t(reason)}
        </p>
      ))}
      {data.samples.length > 0 && (
        <p className="quiet">
          {t(['比如 ', 'Such as '])}
          {data.samples.map((one) => one.deviceName || one.deviceKey).join(t(['、', ', ']))}
        </p>
      )}
    </div>
  );
}

interface Sent {
  readonly form: FormState;
  readonly params: Record<string, unknown>;
}

/** Return what both calls need of the form; null: something is missing. */
function targetsOf({ form, params }: Sent) {
  const query = taskTarget(form.values);
  const { configId, targetType: kind } = form.values;
  if (!query || !configId || !kind) return null;
  return {
    configId: String(configId),
    targetType: kind as 'device',
    targetQuery: query,
    ...(Object.keys(params).length > 0 && { params }),
  };
}

/** Create a task: choose an instruction and devices, look who gets it, then create it. */
export function NewTaskDialog({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (id: string) => void;
}): ReactElement {
  const t = useT();
  const id = useId();
  const form = useFormState(fields, { perMinute: 120, targetType: 'household' });
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const key = useRef(newKey());
  const chosen = useInstruction(String(form.values.configId ?? ''));
  const names = namesOf(form.values.targetType);
  const before = sentValues(chosen?.content as CommandContent | null);
  const inputs = useParamInputs(chosen);
  const targets = targetsOf({ form, params: changedParams(inputs, before, typed) });
  async function create(): Promise<void> {
    if (busy || !form.judgeAll(names) || !targets) return;
    setBusy(true);
    setProblem('');
    const { taskName, scheduleTime, perMinute, waitOnline } = form.values;
    try {
      const made = await askCall(
        addTask,
        {
          ...targets,
          taskName: String(taskName),
          ...(scheduleTime ? { scheduleTime: String(scheduleTime) } : {}),
          ...(perMinute ? { perMinute: Number(perMinute) } : {}),
          ...(waitOnline === undefined || waitOnline === null ? {} : { waitOnline: Boolean(waitOnline) }),
        },
        { quiet: true, key: key.current },
      );
      refresh(instructionTask.name);
      onDone(made.id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      key.current = newKey();
      const own = error.fields.filter((one) => names.includes(one.field as Name));
      if (own.length) form.blame(Object.fromEntries(own.map((one) => [one.field, one.msg])));
      else setProblem(error.fields[0]?.msg ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      title={t(['新建指令任务', 'Create an instruction task'])}
      width={640}
      onClose={onClose}
      keys={[{ keys: 'Ctrl+Enter', label: ['新建', 'Create'], typing: true, run: () => void create() }]}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t(['取消', 'Cancel'])}
          </button>
          <button type="button" className="button strong" disabled={busy} onClick={() => void create()}>
            {t(['新建任务', 'Create the task'])} <kbd>Ctrl ⏎</kbd>
          </button>
        </>
      }
    >
      <FieldGroups id={id} fields={fields} groups={[{ label: null, names }]} form={form} />
      <Params
        inputs={inputs}
        before={before}
        typed={typed}
        onType={(name, value) => setTyped((now) => ({ ...now, [name]: value }))}
      />
      <Look sent={targets} />
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
