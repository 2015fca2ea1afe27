import { createContext, useContext } from 'react';
import type { ServiceFace } from '../../model/design/design.calls.ts';
import { jsonSaidBy, saidBy, saying } from '../canvas/element-values.rules.ts';
import type { BusinessObject, DiagramElement, Drawing } from '../canvas/modeler-parts.rules.ts';

/** The element in the panel, and the choices for its inputs. */
export interface ElementEditor {
  readonly drawing: Drawing;
  readonly element: DiagramElement;
  readonly bo: BusinessObject;
  readonly services: readonly ServiceFace[];
  readonly processes: readonly { readonly key: string; readonly name: string }[];
  /** Names of the papers that this process may use: those that it names, otherwise those bound to it, otherwise all. */
  readonly papers: readonly string[];
  /** Names of all papers that a process may govern. */
  readonly governable: readonly string[];
  /** Names of the people who would get the task if `starter` started an instance now; null if unknown. */
  readonly example: { readonly starter: string; readonly people: readonly string[] } | null;
}

export const EditorPlace = createContext<ElementEditor | null>(null);

/** The element in the panel, with functions to read and write its extension attributes by local names. */
export interface EditedElement extends ElementEditor {
  readonly said: (name: string) => string;
  readonly json: <T>(name: string, otherwise: T) => T;
  readonly say: (name: string, value: string, instead?: readonly string[]) => void;
  readonly sayJson: (name: string, value: unknown, instead?: readonly string[]) => void;
  readonly update: (properties: Readonly<Record<string, unknown>>) => void;
}

export function useElement(): EditedElement {
  const editor = useContext(EditorPlace)!;
  const { drawing, element, bo } = editor;
  const update = (properties: Readonly<Record<string, unknown>>): void =>
    drawing.get('modeling').updateProperties(element, properties);
  const say = (name: string, value: string, instead: readonly string[] = []): void => {
    if (saidBy(bo, name) === value && !instead.some((one) => saidBy(bo, one))) return;
    const create = (values: readonly unknown[]): unknown =>
      drawing.get('bpmnFactory').create('bpmn:ExtensionElements', { values });
    update(saying(bo, name, value, { instead, create }));
  };
  return {
    ...editor,
    said: (name) => saidBy(bo, name),
    json: (name, otherwise) => jsonSaidBy(bo, name, otherwise),
    say,
    sayJson: (name, value, instead) => say(name, value === null ? '' : JSON.stringify(value), instead),
    update,
  };
}
