import { must } from '#kernel/language/must.ts';
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import { type ReactElement, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type Box, fitAll, fitNode } from './fit.rules.ts';
import { type NodeMark, nodeMarksOf } from './highlight.rules.ts';
import type { HistoryStep } from '../flow-shapes.calls.ts';
import './diagram.css';

/** The used part of the canvas of bpmn-js. */
interface Canvas {
  viewbox(): Box & { readonly inner: Box; readonly outer: { readonly width: number; readonly height: number } };
  viewbox(box: Box): void;
  zoom(to?: number): number;
  scroll(by: { readonly dx: number; readonly dy: number }): void;
  addMarker(element: string, marker: string): void;
  removeMarker(element: string, marker: string): void;
  resized(): void;
}

interface Elements {
  get(id: string): (Box & { readonly waypoints?: unknown }) | undefined;
}

/** Actions of keys and buttons around a diagram. */
export interface DiagramHandle {
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  readonly moveBy: (right: number, down: number) => void;
  /** Centre one node. */ readonly show: (nodeId: string) => void;
}

const SMALLEST = 0.2;
const LARGEST = 4;

const canvasOf = (viewer: NavigatedViewer): Canvas => viewer.get('canvas') as unknown as Canvas;
const elementsOf = (viewer: NavigatedViewer): Elements => viewer.get('elementRegistry') as unknown as Elements;

function showNode(viewer: NavigatedViewer, nodeId: string): boolean {
  const node = elementsOf(viewer).get(nodeId);
  if (!node || node.waypoints) return false;
  const canvas = canvasOf(viewer);
  const { outer } = canvas.viewbox();
  // A hidden tab has no size to fit the diagram into.
  if (outer.width > 0 && outer.height > 0) canvas.viewbox(fitNode(node, outer));
  return true;
}

function fit(viewer: NavigatedViewer): void {
  const canvas = canvasOf(viewer);
  const { inner, outer } = canvas.viewbox();
  if (outer.width > 0 && outer.height > 0 && inner.width > 0) canvas.viewbox(fitAll(inner, outer));
}

/** Colour visited nodes and flows, and remove colours that no longer apply. */
function mark(
  viewer: NavigatedViewer,
  marks: ReadonlyMap<string, NodeMark>,
  before: ReadonlyMap<string, NodeMark>,
): void {
  const [canvas, elements] = [canvasOf(viewer), elementsOf(viewer)];
  for (const [id, name] of before) if (elements.get(id) && marks.get(id) !== name) canvas.removeMarker(id, name);
  for (const [id, name] of marks) if (elements.get(id)) canvas.addMarker(id, name);
}

const handleOf = (viewer: () => NavigatedViewer | null): DiagramHandle => ({
  fit: () => {
    const shown = viewer();
    if (shown) fit(shown);
  },
  zoomBy: (factor) => {
    const canvas = viewer() && canvasOf(viewer()!);
    canvas?.zoom(Math.min(LARGEST, Math.max(SMALLEST, canvas.zoom() * factor)));
  },
  moveBy: (dx, dy) => {
    const shown = viewer();
    if (shown) canvasOf(shown).scroll({ dx, dy });
  },
  show: (nodeId) => {
    const shown = viewer();
    if (shown) showNode(shown, nodeId);
  },
});

export interface DiagramCanvasProps {
  readonly xml: string;
  /** The visited nodes and flows of an instance; absent for a version without an instance. */
  readonly flow?: readonly HistoryStep[];
  /** Id of the node to centre; absent: the whole diagram is shown. */ readonly around?: string;
  readonly label: string;
  readonly handle?: React.Ref<DiagramHandle>;
  readonly onChoose?: (nodeId: string) => void;
}

/**
 * A diagram that can be moved and zoomed, with coloured visited nodes and flows. This module includes the diagram
 * viewer, so load it on demand.
 */
export default function DiagramCanvas({
  xml,
  flow,
  around,
  label,
  handle,
  onChoose,
}: DiagramCanvasProps): ReactElement {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const viewer = useRef<NavigatedViewer | null>(null);
  const marked = useRef<ReadonlyMap<string, NodeMark>>(new Map());
  const choose = useRef(onChoose);
  choose.current = onChoose;
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  useImperativeHandle(handle, () => handleOf(() => viewer.current), []);

  useEffect(() => {
    const shown = new NavigatedViewer({ container: must(box.current, 'box') });
    let isLeft = false;
    setState('drawing');
    marked.current = new Map();
    shown.on('element.click', (event: { readonly element: { readonly id: string } }) =>
      choose.current?.(event.element.id),
    );
    void shown.importXML(xml).then(
      () => {
        if (isLeft) return;
        viewer.current = shown;
        if (!around || !showNode(shown, around)) fit(shown);
        setState('drawn');
      },
      () => !isLeft && setState('failed'),
    );
    const watch = new ResizeObserver(() => {
      if (!viewer.current) return;
      canvasOf(shown).resized();
      if (!around || !showNode(shown, around)) fit(shown);
    });
    watch.observe(must(box.current, 'box'));
    return () => {
      isLeft = true;
      watch.disconnect();
      viewer.current = null;
      shown.destroy();
    };
  }, [xml, around]);

  useEffect(() => {
    if (state !== 'drawn' || !viewer.current) return;
    const marks = nodeMarksOf(flow ?? []);
    mark(viewer.current, marks, marked.current);
    marked.current = marks;
  }, [state, flow]);

  return (
    <div className="diagram" data-state={state} aria-busy={state === 'drawing'}>
      <div ref={box} className="diagram-paper" role="group" aria-label={label} />
      {state === 'failed' && (
        <p className="diagram-failed" role="alert">
          {t([
            '流程图画不出来：文件缺少图形或已损坏',
            'The diagram cannot be drawn: its file has no shapes or is broken',
          ])}
        </p>
      )}
    </div>
  );
}
