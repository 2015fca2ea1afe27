import type { ReactElement } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { type CommandContent, type Verification, kindOfContent } from '../content/command-content.rules.ts';
import { sendablesOf, typedOf } from '../device/settable.rules.ts';
import { ValueInput } from '../device/value-input.view.tsx';
import {
  changeableNames,
  contentFrom,
  inputsOfContent,
  textsOfContent,
  withProperty,
  withValue,
} from './content-typed.rules.ts';
import { modelSendables } from './instruction.calls.ts';
import './content-input.css';

/** Read the properties and services of the model that the form names; undefined: none is chosen, or they load. */
function useAttributes(values: InputFace['values']): readonly SchemaAttribute[] | undefined {
  const modelId = String(values.modelId ?? '');
  const { data } = useCall(modelSendables, { modelId }, { quiet: true, enabled: modelId !== '' });
  return data as readonly SchemaAttribute[] | undefined;
}

const labelOf = ({ name, nameEn, identifier }: SchemaAttribute): Label => [name || identifier, nameEn || name];

/** Buttons that choose properties. */
function Properties({
  all,
  chosen,
  onPick,
}: {
  all: readonly SchemaAttribute[];
  chosen: readonly string[];
  onPick: (name: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <p className="content-properties">
      {all.map((one) => (
        <button
          key={one.identifier}
          type="button"
          className="button"
          aria-pressed={chosen.includes(one.identifier)}
          onClick={() => onPick(one.identifier)}
        >
          {t(labelOf(one))}
          {one.risk === 'high' && <small>{t(['高风险', 'High risk'])}</small>}
        </button>
      ))}
    </p>
  );
}

const isWritable = ({ accessMode }: SchemaAttribute): boolean => accessMode === 'rw' || accessMode === 'w';

/** The content of an instruction, made of the properties and services of its model. */
export function ContentInput({ id, value, values, onChange, disabled }: InputFace): ReactElement {
  const t = useT();
  const all = useAttributes(values);
  const content = contentFrom(value);
  const kind = (values.instructionType ?? kindOfContent(content) ?? 'property_set') as 'property_set';
  const put = (next: CommandContent): void => onChange(next);
  if (kind === ('raw' as string))
    return (
      <input
        id={id}
        className="plain-input mono"
        placeholder="0A0B…"
        disabled={disabled}
        value={content.hex ?? ''}
        onChange={(event) => put({ hex: event.target.value.replaceAll(/\s/g, '') })}
      />
    );
  if (!all)
    return (
      <p className="quiet" id={id}>
        {t(values.modelId ? ['读取…', 'Loading …'] : ['先选物模型', 'Choose the thing model first'])}
      </p>
    );
  const properties = all.filter(({ attrType }) => attrType === 'property');
  const services = all.filter(({ attrType }) => attrType === 'service');
  const texts = textsOfContent(content);
  return (
    <div className="content-input" id={id}>
      {kind === ('service' as string) ? (
        <ChoiceBox
          label={t(['服务', 'Service'])}
          value={content.service ?? ''}
          items={services.map((one) => ({ key: one.identifier, label: t(labelOf(one)) }))}
          disabled={disabled}
          onChange={(service) => put({ service })}
        />
      ) : (
        <Properties
          all={kind === ('read' as string) ? properties : properties.filter(isWritable)}
          chosen={content.keys ?? Object.keys(content.set ?? {})}
          onPick={(name) => put(withProperty(kind, content, name))}
        />
      )}
      {inputsOfContent(kind, content, sendablesOf(all)).map((input) => (
        <ValueInput
          key={input.name}
          of={input}
          value={texts[input.name] ?? ''}
          onType={(text) => put(withValue(kind, content, input, text))}
        />
      ))}
    </div>
  );
}

/** The values of the content that the author of a task may change. */
export function ParameterNames({ id, value, values, onChange, disabled }: InputFace): ReactElement {
  const t = useT();
  const all = sendablesOf(useAttributes(values) ?? []);
  const content = contentFrom(values.content);
  const names = changeableNames(content);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const inputs = inputsOfContent(content.service ? 'service' : 'property_set', content, all);
  if (names.length === 0)
    return (
      <p className="quiet" id={id}>
        {t(['内容里还没有值', 'The content has no values yet'])}
      </p>
    );
  return (
    <p className="content-properties" id={id}>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            disabled={disabled}
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange(names.filter((one) => (one === name ? target.checked : chosen.includes(one))))
            }
          />{' '}
          {t(inputs.find((one) => one.name === name)?.label ?? [name, name])}
        </label>
      ))}
    </p>
  );
}

const SIGNS = { eq: '=', ne: '≠', gt: '>', ge: '≥', lt: '<', le: '≤' } as const;
const WITHIN_SEC = 60;

/** The condition that must hold after a successful reply: a property, a comparison, a value and its seconds. */
export function VerifyInput({ id, value, values, onChange, disabled }: InputFace): ReactElement {
  const t = useT();
  const all = useAttributes(values);
  const of = contentFrom(value) as unknown as Partial<Verification>;
  const property = all?.find((one) => one.attrType === 'property' && one.identifier === of.prop);
  const input = property && sendablesOf([{ ...property, accessMode: 'rw' }])[0].inputs[0];
  const put = (part: Partial<Verification>): void =>
    onChange({ op: 'eq', withinSec: WITHIN_SEC, value: '', ...of, ...part });
  if (!all)
    return (
      <p className="quiet" id={id}>
        {t(values.modelId ? ['读取…', 'Loading …'] : ['先选物模型', 'Choose the thing model first'])}
      </p>
    );
  return (
    <div className="content-verify" id={id}>
      <ChoiceBox
        label={t(['属性', 'Property'])}
        value={of.prop ?? ''}
        disabled={disabled}
        items={[
          { key: '', label: t(['不核对', 'No check']) },
          ...all
            .filter(({ attrType }) => attrType === 'property')
            .map((one) => ({ key: one.identifier, label: t(labelOf(one)) })),
        ]}
        onChange={(prop) => (prop ? put({ prop, value: '' }) : onChange(null))}
      />
      {input && (
        <>
          <ChoiceBox
            label={t(['比较', 'Comparison'])}
            value={of.op ?? 'eq'}
            items={Object.entries(SIGNS).map(([key, label]) => ({ key, label }))}
            onChange={(op) => put({ op: op as 'eq' })}
          />
          <ValueInput
            of={{ ...input, label: ['值', 'Value'] }}
            value={typedOf(of.value)}
            onType={(text) => put({ value: withValue('property_set', {}, input, text).set?.[input.name] })}
          />
          <label className="plain-field">
            <span>{t(['几秒内', 'Within (s)'])}</span>
            <input
              className="plain-input"
              inputMode="numeric"
              value={String(of.withinSec ?? WITHIN_SEC)}
              onChange={({ target }) => put({ withinSec: Number(target.value.replaceAll(/\D/g, '')) })}
            />
          </label>
        </>
      )}
    </div>
  );
}
