import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useOutbox } from '#kernel/web/http/offline/outbox.ts';

/** The sentence of a step that the server refused for a reason. */
export function Blocked({ reason }: { reason: string }): ReactElement | null {
  const blocked = useOutbox((state) => state.steps).find(
    (step) => step.state === 'refused' && step.refusal?.reason === reason,
  );
  return blocked ? (
    <p className="day-warning" role="alert">
      <TriangleAlert size={20} aria-hidden />
      <span>{blocked.refusal?.words}</span>
    </p>
  ) : null;
}
