import type { Box } from '../../work/diagram/fit.rules.ts';

// Types of the used parts of diagram-js and bpmn-js, whose own types are mostly `any`.

/** The BPMN element behind a shape or a connection. */
export interface BusinessObject {
  readonly $type: string;
  readonly $attrs: Readonly<Record<string, string>>;
  readonly $parent?: BusinessObject;
  readonly id: string;
  readonly name?: string;
  get(name: string): unknown;
}

/** A shape or connection on the canvas. */
export interface DiagramElement {
  readonly id: string;
  readonly type: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly businessObject: BusinessObject;
  readonly labelTarget?: DiagramElement;
  readonly waypoints?: readonly { readonly x: number; readonly y: number }[];
  readonly parent?: DiagramElement;
  readonly source?: DiagramElement;
  readonly target?: DiagramElement;
}

/** Services of diagram-js that are used, by the names under which `get` returns them. */
export interface ModelerParts {
  readonly canvas: {
    getRootElement(): DiagramElement;
    getContainer(): HTMLElement;
    focus(): void;
    zoom(level?: number | 'fit-viewport', centre?: 'auto'): number;
    viewbox(box?: Box): Box & { readonly inner: Box; readonly outer: Box };
    scrollToElement(element: string, padding?: number): void;
    addMarker(element: string, marker: string): void;
    removeMarker(element: string, marker: string): void;
    resized(): void;
  };
  readonly elementRegistry: {
    get(id: string): DiagramElement | undefined;
    getAll(): readonly DiagramElement[];
  };
  readonly selection: { select(element: DiagramElement | null): void; get(): readonly DiagramElement[] };
  readonly modeling: {
    updateProperties(element: DiagramElement, properties: Readonly<Record<string, unknown>>): void;
    updateModdleProperties(
      element: DiagramElement,
      part: BusinessObject,
      properties: Readonly<Record<string, unknown>>,
    ): void;
    removeElements(elements: readonly DiagramElement[]): void;
  };
  readonly bpmnFactory: { create(type: string, properties?: Readonly<Record<string, unknown>>): BusinessObject };
  readonly elementFactory: { createShape(shape: Readonly<Record<string, unknown>>): DiagramElement };
  readonly autoPlace: { append(source: DiagramElement, shape: DiagramElement): DiagramElement };
  readonly commandStack: { undo(): void; redo(): void; canUndo(): boolean; canRedo(): boolean };
  readonly overlays: {
    add(element: string, type: string, overlay: Readonly<Record<string, unknown>>): string;
    remove(filter: Readonly<Record<string, unknown>>): void;
  };
  readonly eventBus: { on(events: string | readonly string[], heard: (event: never) => void): void };
  readonly toggleMode: { toggleMode(active?: boolean): void };
  readonly directEditing: { cancel(): void; complete(): void };
  readonly minimap: { open(): void };
}

/** A viewer or modeler of bpmn-js. */
export interface Drawing {
  get<N extends keyof ModelerParts>(name: N): ModelerParts[N];
  importXML(xml: string): Promise<{ readonly warnings: readonly unknown[] }>;
  saveXML(options: { readonly format: boolean }): Promise<{ readonly xml?: string }>;
  destroy(): void;
}

/** Return the type of an element without its prefix, in lower camel case: `userTask` for `bpmn:UserTask`. */
export const typeOfElement = ({ businessObject }: DiagramElement): string => {
  const name = businessObject.$type.slice('bpmn:'.length);
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** Return elements in the order of keyboard navigation: nodes by position, then flows; without labels and lanes. */
export const walkOrder = (elements: readonly DiagramElement[]): DiagramElement[] => {
  const own = elements.filter(({ businessObject, labelTarget, parent }) => {
    const type = businessObject?.$type ?? '';
    return parent && !labelTarget && type.startsWith('bpmn:') && !/Lane$|Participant$|Label$/.test(type);
  });
  const place = ({ x, y, waypoints }: DiagramElement): number =>
    (waypoints?.[0].x ?? x) + (waypoints?.[0].y ?? y) / 1000;
  const flows = own.filter(({ waypoints }) => waypoints);
  return [
    ...own.filter(({ waypoints }) => !waypoints).toSorted((a, b) => place(a) - place(b)),
    ...flows.toSorted((a, b) => place(a) - place(b)),
  ];
};
