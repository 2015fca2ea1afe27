import { must } from '#kernel/language/must.ts';
import Modeler from 'bpmn-js/lib/Modeler';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css';
import 'diagram-js-minimap/assets/diagram-js-minimap.css';
// @ts-expect-error -- The package has no types.
import minimapModule from 'diagram-js-minimap';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { anjuModdle, withAnjuNamespace } from '../../engine/model/anju-moddle.rules.ts';
import { layOut } from '../../engine/layout/lay-out.rules.ts';
import { fitAll } from '../../work/diagram/fit.rules.ts';
import { saidBy } from './element-values.rules.ts';
import type { DiagramElement, Drawing } from './modeler-parts.rules.ts';
import { paletteWord } from './palette-words.rules.ts';

/**
 * An edited drawing. `revision` grows with every change; `selected` is one element, the root if none is selected, or
 * null if several are.
 */
export interface EditedDrawing {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly drawing: Drawing | null;
  readonly revision: number;
  readonly selected: DiagramElement | null;
  /** Id, name and category of the root: the process, or the collaboration if the drawing has pools. */
  readonly process: { readonly key: string; readonly name: string; readonly category: string };
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether the drawing has changes since it was opened or saved. */ readonly isDirty: boolean;
  readonly setClean: () => void;
  readonly read: (xml: string, isDirty?: boolean) => Promise<void>;
  readonly xml: () => Promise<string>;
  /** Why a file could not be opened; empty: no fault. */ readonly problem: string;
}

/** Return the width of the palette over the canvas (pixels); 0 without one. */
function toolsAt(container: HTMLElement): number {
  const palette = container.querySelector<HTMLElement>('.djs-palette');
  return palette ? palette.offsetLeft + palette.offsetWidth : 0;
}

/** Zoom so that the whole drawing is visible, not covered by logo and palette. */
export function fit(drawing: Drawing): void {
  const canvas = drawing.get('canvas');
  const { inner, outer } = canvas.viewbox();
  if (inner.width > 0 && outer.width > 0) canvas.viewbox(fitAll(inner, outer, toolsAt(canvas.getContainer())));
}

const elementOf = (drawing: Drawing): DiagramElement | null => {
  const picked = drawing.get('selection').get();
  if (picked.length > 1) return null;
  const [one] = picked;
  return one ? (one.labelTarget ?? one) : drawing.get('canvas').getRootElement();
};

/**
 * Return the process of the canvas. Call it outside of rendering, because reading the canvas creates a missing root.
 */
function processOf(drawing: Drawing): EditedDrawing['process'] {
  const { businessObject } = drawing.get('canvas').getRootElement();
  return {
    key: businessObject?.id ?? '',
    name: businessObject?.name ?? '',
    category: businessObject ? saidBy(businessObject, 'category') : '',
  };
}

/** Create the modeler of a page, for as long as the page exists, and return its state. */
export function useModeler(): EditedDrawing {
  const place = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  const zh = useRef(language === 'zh');
  zh.current = language === 'zh';
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [revision, setRevision] = useState(0);
  const [selected, select] = useState<DiagramElement | null>(null);
  const [process, setProcess] = useState({ key: '', name: '', category: '' });
  const [isDirty, setDirty] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const modeler = new Modeler({
      container: must(place.current, 'place'),
      minimap: { open: true },
      moddleExtensions: { anju: anjuModdle },
      additionalModules: [
        minimapModule,
        {
          translate: [
            'value',
            (word: string, places?: Record<string, string>) => paletteWord(zh.current, word, places),
          ],
        },
      ],
    }) as unknown as Drawing & { destroy(): void };
    const bus = modeler.get('eventBus');
    const look = (): void => {
      select(elementOf(modeler));
      setProcess(processOf(modeler));
    };
    bus.on('commandStack.changed', () => {
      setRevision((before) => before + 1);
      setDirty(true);
      look();
    });
    bus.on('selection.changed', look);
    setDrawing(modeler);
    return () => {
      setDrawing(null);
      modeler.destroy();
    };
  }, []);
  const stack = drawing?.get('commandStack');
  return {
    place,
    drawing,
    revision,
    selected,
    process,
    canUndo: stack?.canUndo() ?? false,
    canRedo: stack?.canRedo() ?? false,
    isDirty,
    setClean: () => setDirty(false),
    async read(xml, dirty = false) {
      if (!drawing) return;
      try {
        await drawing.importXML(await layOut(withAnjuNamespace(xml)));
        setProblem('');
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
        return;
      }
      fit(drawing);
      setDirty(dirty);
      select(elementOf(drawing));
      setProcess(processOf(drawing));
      setRevision((before) => before + 1);
    },
    xml: async () => (await drawing?.saveXML({ format: true }))?.xml ?? '',
    problem,
  };
}
