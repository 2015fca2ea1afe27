import { answering } from '#kernel/server';
import { telemetryOfVisit } from '#business/completion/at-door/telemetry.service.ts';
import { alarmsOfVisit, doorVerdicts } from './door.server.ts';

/**
 * Does telemetry confirm the work of a visit? Only if it confirms the repair of every device and fault. Null: there is
 * no telemetry.
 */
export const telemetryAnswer = answering(telemetryOfVisit, async (reading, { visitId }) => {
  const verdicts = await doorVerdicts(reading, await alarmsOfVisit(reading, visitId));
  if (verdicts.length === 0) return null;
  return verdicts.every((one) => one.isConfirmed) ? 'confirmed' : 'unconfirmed';
});
