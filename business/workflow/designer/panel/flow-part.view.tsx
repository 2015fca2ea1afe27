import { must } from '#kernel/language/must.ts';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { BusinessObject } from '../canvas/modeler-parts.rules.ts';
import { ConditionPart } from '../conditions/condition-part.view.tsx';
import { useElement } from './element-editor.view.tsx';
import { ChoiceInput } from './inputs.view.tsx';

/** Return the text of an expression inside an element, such as a condition; empty if there is none. */
export const conditionBody = (element: BusinessObject, name: string): string =>
  String((element.get(name) as { readonly body?: string } | undefined)?.body ?? '');

/** The condition under which a flow is taken. */
export function FlowPart(): ReactElement {
  const t = useT();
  const { bo, element, drawing, update } = useElement();
  const source = must(element.source, 'source');
  const isDefault = source.businessObject.get('default') === bo;
  const branches = /Gateway$|Task$|SubProcess$|Activity$/.test(source.businessObject.$type);
  if (!branches || source.businessObject.$type === 'bpmn:ParallelGateway')
    return <p className="quiet">{t(['从这里总会走下去', 'It is always taken from here'])}</p>;
  const condition = conditionBody(bo, 'conditionExpression');
  const setDefault = (yes: boolean): void => {
    drawing.get('modeling').updateProperties(source, { default: yes ? bo : undefined });
    if (yes && condition) update({ conditionExpression: undefined });
  };
  return (
    <>
      <ChoiceInput
        label={t(['怎么走', 'Taken'])}
        value={isDefault ? 'default' : 'condition'}
        items={[
          ['condition', t(['条件成立时', 'When a condition holds'])],
          ['default', t(['默认：其他都不成立时', 'By default: when no other holds'])],
        ]}
        onChange={(key) => setDefault(key === 'default')}
      />
      {!isDefault && (
        <ConditionPart
          key={element.id}
          value={condition}
          onKeep={(text) =>
            update({
              conditionExpression: text
                ? drawing.get('bpmnFactory').create('bpmn:FormalExpression', { body: text })
                : undefined,
            })
          }
        />
      )}
    </>
  );
}

/** The default flow of a gateway or task, taken if no condition of its other flows holds. */
export function GatewayPart(): ReactElement | null {
  const t = useT();
  const { bo, update } = useElement();
  const flows = (bo.get('outgoing') as readonly BusinessObject[] | undefined) ?? [];
  if (bo.$type === 'bpmn:ParallelGateway' || bo.$type === 'bpmn:EventBasedGateway' || flows.length < 2)
    return <p className="quiet">{t(['出口的条件写在连线上', 'Conditions stand on its flows'])}</p>;
  const chosen = bo.get('default') as BusinessObject | undefined;
  return (
    <ChoiceInput
      label={t(['默认走', 'By default'])}
      value={chosen?.id ?? ''}
      items={[
        ['', t(['没有默认', 'None'])],
        ...flows.map((flow): readonly [string, string] => [
          flow.id,
          flow.name || `→ ${(flow.get('targetRef') as BusinessObject | undefined)?.name || flow.id}`,
        ]),
      ]}
      onChange={(id) => update({ default: flows.find((flow) => flow.id === id) })}
    />
  );
}
