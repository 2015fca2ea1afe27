import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { BusinessObject } from '../canvas/modeler-parts.rules.ts';
import { useElement } from './element-editor.view.tsx';
import { conditionBody } from './flow-part.view.tsx';
import { ChoiceInput, TextInput } from './inputs.view.tsx';
import { ConditionPart } from '../conditions/condition-part.view.tsx';

interface Input extends BusinessObject {
  readonly value?: string;
}

/** The inputs of a service task: its registered service, and the values for that service. */
export function ServicePart(): ReactElement {
  const t = useT();
  const { bo, services, said, say, drawing, update } = useElement();
  const name = said('service');
  const service = services.find((one) => one.name === name);
  const extension = bo.get('extensionElements') as BusinessObject | undefined;
  const parts = (extension?.get('values') as readonly Input[] | undefined) ?? [];
  const inputs = parts.filter(({ $type }) => /:input$/i.test($type));
  const keep = (input: string, value: string): void => {
    const factory = drawing.get('bpmnFactory');
    const others = parts.filter((part) => !inputs.includes(part) || part.name !== input);
    const values = value ? [...others, factory.create('anju:Input', { name: input, value })] : others;
    update({ extensionElements: values.length ? factory.create('bpmn:ExtensionElements', { values }) : undefined });
  };
  return (
    <>
      <ChoiceInput
        label={t(['服务', 'Service'])}
        value={name}
        items={services.map((one) => [one.name, one.title] as const)}
        onChange={(next) => say('service', next, ['class', 'delegateExpression', 'expression', 'type'])}
      />
      {service?.inputs.map(({ name: input, label }) => (
        <TextInput
          key={input}
          label={label}
          value={String(inputs.find((one) => one.name === input)?.value ?? '')}
          onKeep={(value) => keep(input, value.trim())}
        />
      ))}
    </>
  );
}

/** The input of a call activity: the process that it starts. */
export function CallPart(): ReactElement {
  const t = useT();
  const { bo, processes, update } = useElement();
  return (
    <ChoiceInput
      label={t(['调用的流程', 'Process that is called'])}
      value={String(bo.get('calledElement') ?? '')}
      items={processes.map(({ key, name }) => [key, name] as const)}
      onChange={(key) => update({ calledElement: key })}
    />
  );
}

/** The input for the lines of a script task. */
export function ScriptPart(): ReactElement {
  const t = useT();
  const { bo, update } = useElement();
  return (
    <TextInput
      label={t(['脚本', 'Script'])}
      mono
      lines={5}
      value={String(bo.get('script') ?? '')}
      onKeep={(script) =>
        update({ script: script.trim() || undefined, scriptFormat: script.trim() ? 'anju' : undefined })
      }
      help={t(['每行一条：变量 = 表达式', 'One a line: variable = expression'])}
    />
  );
}

/** The input of an end event: the outcome of the instance. */
export function EndPart(): ReactElement {
  const t = useT();
  const { said, say } = useElement();
  return (
    <ChoiceInput
      label={t(['结果', 'Outcome'])}
      value={said('outcome')}
      items={[
        ['', t(['按最后一次决定', 'By the last decision'])],
        ['approved', t(['通过', 'Approved'])],
        ['rejected', t(['不通过', 'Rejected'])],
      ]}
      onChange={(outcome) => say('outcome', outcome)}
    />
  );
}

const NAMED: Readonly<Record<string, readonly [reference: string, root: string, attribute: string]>> = {
  'bpmn:MessageEventDefinition': ['messageRef', 'bpmn:Message', 'name'],
  'bpmn:SignalEventDefinition': ['signalRef', 'bpmn:Signal', 'name'],
  'bpmn:ErrorEventDefinition': ['errorRef', 'bpmn:Error', 'errorCode'],
  'bpmn:EscalationEventDefinition': ['escalationRef', 'bpmn:Escalation', 'escalationCode'],
};

const TIMES = ['timeDate', 'timeDuration', 'timeCycle'] as const;

function definitionsOf(element: BusinessObject): BusinessObject {
  let top = element;
  while (top.$parent) top = top.$parent;
  return top;
}

/** The inputs of an event: its trigger, or the event that it throws. */
export function EventPart(): ReactElement | null {
  const t = useT();
  const { bo, element, drawing } = useElement();
  const [definition] = (bo.get('eventDefinitions') as readonly BusinessObject[] | undefined) ?? [];
  if (!definition) return null;
  const change = (properties: Readonly<Record<string, unknown>>): void =>
    drawing.get('modeling').updateModdleProperties(element, definition, properties);
  const factory = drawing.get('bpmnFactory');
  if (definition.$type === 'bpmn:TimerEventDefinition') {
    const kind = TIMES.find((one) => conditionBody(definition, one) !== '') ?? 'timeDuration';
    const keep = (name: string, body: string): void =>
      change({
        ...Object.fromEntries(TIMES.map((one) => [one, undefined])),
        ...(body && { [name]: factory.create('bpmn:FormalExpression', { body }) }),
      });
    return (
      <>
        <ChoiceInput
          label={t(['时间', 'Time'])}
          value={kind}
          items={[
            ['timeDuration', t(['过多久', 'After'])],
            ['timeDate', t(['在何时', 'At'])],
            ['timeCycle', t(['每隔', 'Every'])],
          ]}
          onChange={(next) => keep(next, conditionBody(definition, kind))}
        />
        <TextInput
          label={t(['取值', 'Value'])}
          mono
          value={conditionBody(definition, kind)}
          onKeep={(text) => keep(kind, text.trim())}
          help={t(['如 PT8H、P2D、R3/PT1H', 'Such as PT8H, P2D, R3/PT1H'])}
        />
      </>
    );
  }
  if (definition.$type === 'bpmn:ConditionalEventDefinition')
    return (
      <ConditionPart
        value={conditionBody(definition, 'condition')}
        onKeep={(body) => change({ condition: body ? factory.create('bpmn:FormalExpression', { body }) : undefined })}
      />
    );
  const named = NAMED[definition.$type];
  if (!named) return null;
  const [reference, root, attribute] = named;
  const keep = (text: string): void => {
    const top = definitionsOf(bo);
    const all = (top.get('rootElements') as BusinessObject[] | undefined) ?? [];
    const known = all.find((one) => one.$type === root && one.get(attribute) === text);
    const one = known ?? factory.create(root, { name: text, [attribute]: text });
    if (!known) all.push(one);
    change({ [reference]: text ? one : undefined });
  };
  return (
    <TextInput
      label={t(attribute === 'name' ? ['名称', 'Name'] : ['代码', 'Code'])}
      value={String((definition.get(reference) as BusinessObject | undefined)?.get(attribute) ?? '')}
      onKeep={(text) => keep(text.trim())}
    />
  );
}
