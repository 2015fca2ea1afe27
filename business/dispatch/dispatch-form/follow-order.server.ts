import { list, of } from '#kernel/language/calls/shape.ts';
import { answering, extension, serving } from '#kernel/server';
import {
  assignedTechnician,
  cancelDispatch,
  dispatchOrder,
  holdDispatch,
  releaseDispatch,
} from '#business/intake/registration/dispatching.service.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { cancelVisits } from '../pool/pool.server.ts';
import { liveForm } from '../pool/pool.server.ts';
import { openVisits } from '../pool/pool.server.ts';
import { recall } from '../pool/pool.server.ts';
import { visit } from '../visit/visit.paper.ts';
import { dispatchForm } from './dispatch-form.paper.ts';

/** Services that intake calls: the dispatch form follows actions on its order. */
export const orderServices = [
  answering(
    assignedTechnician,
    async (reading, { dispId }) =>
      (await reading.find(dispatchForm, { id: dispId }, { first: 1 }))[0]?.currentTechnicianId ?? null,
  ),
  serving(dispatchOrder, async (context, { registrationFormId, draft }) => {
    const body = { dispatch: true, ...draft, id: undefined, registrationFormId };
    return (await context.submit(dispatchForm, body)) as { id: string; dispNo: string; visitId?: string };
  }),
  serving(holdDispatch, async (context, { registrationFormId, holdReason }) => {
    const form = await liveForm(context, registrationFormId);
    if (!form) return;
    for (const one of await openVisits(context, form.id)) await recall(context, one, 'backToPool');
    await context.move(dispatchForm, form.id, 'onHold', 'mirror', { holdReason: holdReason });
  }),
  serving(releaseDispatch, async (context, { registrationFormId }) => {
    const form = await liveForm(context, registrationFormId);
    if (!form) return false;
    await context.move(dispatchForm, form.id, 'draft', 'mirror', { holdReason: null });
    return (await context.find(visit, { dispId: form.id }, { limit: 1000 })).some((one) => one.visitResult);
  }),
  serving(cancelDispatch, async (context, { registrationFormId, cancelReason }) => {
    const form = await liveForm(context, registrationFormId);
    if (!form) return;
    await context.move(dispatchForm, form.id, 'cancelled', 'mirror', {
      cancelReason: cancelReason,
      currentVisitId: null,
      currentTechnicianId: null,
    });
    await cancelVisits(context, form.id);
  }),
];

/** Adds dispatch forms and visits to the detail of a registration. */
export const orderDispatches = extension<typeof registration>(registration, {
  detailParts: { dispatches: list(of(dispatchForm)), visits: list(of(visit)) },
  detail: async (reading, order) => ({
    dispatches: await reading.visible(dispatchForm, { match: { registrationFormId: order.id } }).rows({ limit: 50 }),
    visits: await reading
      .visible(visit, { match: { registrationFormId: order.id } })
      .rows({ order: 't.visit_seq desc, t.id desc', limit: 50 }),
  }),
});
