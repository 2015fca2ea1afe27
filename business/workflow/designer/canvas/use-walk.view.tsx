import { useEffect, useRef } from 'react';
import { walkOrder } from './modeler-parts.rules.ts';
import type { EditedDrawing } from './use-modeler.view.tsx';

/**
 * Let Tab move through the elements of a drawing, and leave it after the last. Enter and F2 open the panel of the
 * selected element.
 */
export function useWalk({ drawing, place }: EditedDrawing, toPanel: () => void, save: () => void): void {
  const saving = useRef(save);
  saving.current = save;
  useEffect(() => {
    const box = place.current;
    if (!drawing || !box) return undefined;
    const press = (event: KeyboardEvent): void => {
      // While a name is typed on the canvas, Ctrl+S first applies the name and then saves. All other keys belong to
      // that input.
      if ((event.ctrlKey || event.metaKey) && event.key === 's' && (event.target as HTMLElement).isContentEditable) {
        event.preventDefault();
        drawing.get('directEditing').complete();
        saving.current();
        return;
      }
      if (!(event.target instanceof Element) || !event.target.closest('.djs-container > svg, svg[tabindex]')) return;
      if (event.key === 'Enter' || event.key === 'F2') {
        event.preventDefault();
        toPanel();
        return;
      }
      if (event.key !== 'Tab' || event.ctrlKey || event.altKey) return;
      const order = walkOrder(drawing.get('elementRegistry').getAll());
      const [now] = drawing.get('selection').get();
      const at = order.findIndex((one) => one === now || one === now?.labelTarget);
      const next = order[event.shiftKey ? (at < 0 ? order.length : at) - 1 : at + 1];
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      drawing.get('selection').select(next);
      drawing.get('canvas').scrollToElement(next.id, 60);
    };
    box.addEventListener('keydown', press, true);
    return () => box.removeEventListener('keydown', press, true);
  }, [drawing, toPanel]);
}
