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

/** Puts the next node behind this one and goes there: the whole of a process can be drawn without a pointer. */
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
    // The name is typed in the panel, not in a box over the canvas.
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
