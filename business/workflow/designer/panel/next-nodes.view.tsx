import { CircleDot, Cog, Diamond, UserCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type DiagramElement, type Drawing, typeOfElement } from '../canvas/modeler-parts.rules.ts';

const NEXT = [
  ['bpmn:UserTask', UserCheck, ['审批', 'Approval']],
  ['bpmn:ExclusiveGateway', Diamond, ['网关', 'Gateway']],
  ['bpmn:ServiceTask', Cog, ['服务', 'Service']],
  ['bpmn:EndEvent', CircleDot, ['结束', 'End']],
] as const;

/** Buttons that append a node after this one and select it, so that a whole process can be drawn by keyboard. */
export function NextNodes({
  drawing,
  element,
  onAppend,
}: {
  drawing: Drawing;
  element: DiagramElement;
  onAppend: () => void;
}): ReactElement | null {
  const t = useT();
  const type = typeOfElement(element);
  if (element.waypoints || !/Event$|Task$|Gateway$|[pP]rocess$|Activity$|transaction/.test(type)) return null;
  if (type === 'endEvent' || !element.parent) return null;
  const append = (next: string): void => {
    const shape = drawing.get('elementFactory').createShape({ type: next });
    const placed = drawing.get('autoPlace').append(element, shape);
    // Close the library's input on the canvas, because the name is typed in the panel.
    drawing.get('directEditing').cancel();
    drawing.get('selection').select(placed);
    onAppend();
  };
  return (
    <div className="design-next" role="group" aria-label={t(['接下去', 'Next'])}>
      <small className="quiet">{t(['接下去', 'Next'])}</small>
      {NEXT.map(([next, Sign, label]) => (
        <button key={next} type="button" className="button plain" onClick={() => append(next)}>
          <Sign size={14} aria-hidden />
          {t(label)}
        </button>
      ))}
    </div>
  );
}
