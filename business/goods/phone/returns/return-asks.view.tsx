import { newKey } from '#kernel/web/http/headers.ts';
import { type QueuedStep, queueStep } from '#kernel/web/http/offline/outbox.ts';
import { materialReturn } from '../../returns/material-return.paper.ts';
import { type DraftChoice, queueDocument, submissionOf } from '../parts/queue-document.view.tsx';
import type { OwnReturn } from './own-returns.calls.ts';
import { type DraftLine, type ReturnKind, pickedLines, sentLines, typeOfKind } from './return-draft.rules.ts';
import {
  RETURN_DRAFT_STEP,
  RETURN_DROP_STEP,
  RETURN_EDIT_STEP,
  RETURN_STEP,
  RETURN_SUBMIT_STEP,
  returnSteps,
} from './return-steps.rules.ts';

/** A return as its sheet writes it. */
export interface WrittenReturn {
  readonly technicianId: string;
  readonly toWarehouseId: string;
  readonly kind: ReturnKind;
  readonly shipmentId: string | null;
  readonly remark: string;
  readonly lines: readonly DraftLine[];
  /** The stored return that is corrected; null for a new one. */ readonly of: OwnReturn | null;
  /** The refused step that is written again; null for a first attempt. */ readonly refused: QueuedStep | null;
}

/** Queue a return, as a draft or submitted. */
export function queueOwnReturn(
  { technicianId, toWarehouseId, kind, shipmentId, remark, lines, of, refused }: WrittenReturn,
  sending: DraftChoice,
): Promise<void> {
  const chosen = pickedLines(lines);
  return queueDocument(
    {
      path: materialReturn.path,
      draftPath: 'save',
      matter: `return/${of?.id ?? newKey()}`,
      of,
      labels: returnSteps,
      names: { add: RETURN_STEP, draft: RETURN_DRAFT_STEP, edit: RETURN_EDIT_STEP, submit: RETURN_SUBMIT_STEP },
      body: {
        technicianId,
        returnType: typeOfKind(kind),
        toWarehouseId,
        remark,
        ...(kind === 'shipment' && { materialShipmentsId: shipmentId }),
        lines: sentLines(lines),
      },
      facts: {
        lines: chosen,
        customer: of?.returnNo,
        note: chosen.map(({ itemName, qty }) => `${itemName} ×${Number(qty)}`).join('、'),
      },
    },
    sending,
    refused,
  );
}

/** Queue the submission of a return as it is stored. */
export const queueReturnSubmission = (of: OwnReturn): Promise<unknown> =>
  queueStep(
    submissionOf(materialReturn.path, of.id, {
      matter: `return/${of.id}`,
      name: RETURN_SUBMIT_STEP,
      label: returnSteps[RETURN_SUBMIT_STEP],
    }),
  );

/** Queue the deletion of the technician's own draft. */
export const queueReturnDeletion = (of: OwnReturn): Promise<unknown> =>
  queueStep({
    matter: `return/${of.id}`,
    name: RETURN_DROP_STEP,
    path: `${materialReturn.path}/remove`,
    body: { ids: of.id },
    facts: { label: returnSteps[RETURN_DROP_STEP], customer: of.returnNo },
  });
