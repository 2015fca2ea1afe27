import { createContext, useContext } from 'react';
import type { ServiceFace } from '../../model/design/design.calls.ts';
import { jsonSaidBy, saidBy, saying } from '../canvas/element-values.rules.ts';
import type { BusinessObject, DiagramElement, Drawing } from '../canvas/modeler-parts.rules.ts';

/** What parts of the panel work on: one element, and what may be chosen for it. */
export interface ElementEditor {
  readonly drawing: Drawing;
  readonly element: DiagramElement;
  readonly bo: BusinessObject;
  readonly services: readonly ServiceFace[];
  readonly processes: readonly { readonly key: string; readonly name: string }[];
  /** Names of the papers that the process may judge. */
  readonly papers: readonly string[];
  /** Names of all papers that a process may govern. */
  readonly governable: readonly string[];
  /** Names of those who would get this task now; empty where nobody knows. */
  readonly example: { readonly starter: string; readonly people: readonly string[] } | null;
}

export const EditorPlace = createContext<ElementEditor | null>(null);

/** The element in the panel, read and written by local names. */
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
