import type { ReactElement } from 'react';
import { jsonSaidBy, saidBy } from '../canvas/element-values.rules.ts';
import { ConditionBuilder } from './condition-builder.view.tsx';
import { useElement } from '../panel/element-editor.view.tsx';
import { drawnChoices } from './field-choices.rules.ts';
import { usePapers } from '../panel/paper-parts.view.tsx';

/**
 * Return the variables of a drawing: those that people fill at start events and tasks, and the variable of the starter.
 */
function useDrawnVariables(): readonly string[] {
  const { drawing } = useElement();
  return drawing
    .get('elementRegistry')
    .getAll()
    .flatMap(({ businessObject: bo }) =>
      bo && ['bpmn:StartEvent', 'bpmn:UserTask'].includes(bo.$type)
        ? [
            ...Object.entries(jsonSaidBy<Record<string, string>>(bo, 'fields', {})).flatMap(([name, right]) =>
              right === 'edit' ? [name] : [],
            ),
            ...(saidBy(bo, 'initiator') ? [saidBy(bo, 'initiator')] : []),
          ]
        : [],
    );
}

/** The condition of a flow, on facts of the governed papers and variables of the drawing. */
export function ConditionPart({ value, onKeep }: { value: string; onKeep: (text: string) => void }): ReactElement {
  return <ConditionBuilder value={value} onKeep={onKeep} choices={drawnChoices(usePapers(), useDrawnVariables())} />;
}
