import { newKey } from '#kernel/web/http/headers.ts';
import { queueStep } from '#kernel/web/http/offline/outbox.ts';
import { toolApply } from '../../tools/tool-apply.paper.ts';
import { addToolPhoto } from '../../tools/tool-line.calls.ts';
import { type DraftChoice, queueDocument, submissionOf } from '../parts/queue-document.view.tsx';
import type { HeldTool, OwnToolRequest } from './own-tools.calls.ts';
import {
  type RequestedTool,
  TOOLS_DRAFT_STEP,
  TOOLS_EDIT_STEP,
  TOOLS_STEP,
  TOOLS_SUBMIT_STEP,
  TOOL_PHOTO_STEP,
  toolSteps,
} from './tool-steps.rules.ts';

/** An application for tools as its sheet writes it. */
export interface WrittenToolRequest {
  readonly technicianId: string;
  readonly toolApplyType: string;
  readonly reason: string;
  /** Empty for a permanent one. */ readonly planReturnDate: string;
  readonly lines: readonly RequestedTool[];
  /** The stored application that is corrected; null for a new one. */ readonly of: OwnToolRequest | null;
}

/** Queue an application for tools, as a draft or submitted. */
export function queueToolRequest(
  { technicianId, toolApplyType, reason, planReturnDate, lines, of }: WrittenToolRequest,
  sending: DraftChoice,
): Promise<void> {
  const idOf = (toolId: string): string | undefined => of?.lines.find((line) => line.toolId === toolId)?.id;
  return queueDocument(
    {
      path: toolApply.path,
      draftPath: 'add',
      matter: `tools/${of?.id ?? newKey()}`,
      of,
      labels: toolSteps,
      names: { add: TOOLS_STEP, draft: TOOLS_DRAFT_STEP, edit: TOOLS_EDIT_STEP, submit: TOOLS_SUBMIT_STEP },
      body: {
        technicianId,
        toolApplyType,
        reason,
        planReturnDate,
        lines: lines.map(({ toolId, qty }) => ({
          ...(idOf(toolId) && { id: idOf(toolId) }),
          toolId,
          applyQty: String(qty),
        })),
      },
      facts: {
        lines,
        customer: of?.toolApplyNo,
        note: lines.map(({ toolName, qty }) => `${toolName} ×${qty}`).join('、'),
      },
    },
    sending,
  );
}

/** Queue the submission of an application as it is stored. */
export const queueToolSubmission = (of: OwnToolRequest): Promise<unknown> =>
  queueStep(
    submissionOf(toolApply.path, of.id, {
      matter: `tools/${of.id}`,
      name: TOOLS_SUBMIT_STEP,
      label: toolSteps[TOOLS_SUBMIT_STEP],
    }),
  );

/** Queue a photo of a tool at its hand-out or return. */
export const queueToolPhoto = (of: HeldTool, when: 'out' | 'return', blob: Blob): Promise<unknown> =>
  queueStep({
    matter: `tool/${of.id}`,
    loose: true,
    name: TOOL_PHOTO_STEP,
    path: addToolPhoto.path,
    body: { id: of.id, when, file: '@file:0' },
    files: [{ name: `${of.toolCode}-${when}.jpg`, blob }],
    facts: { label: toolSteps[TOOL_PHOTO_STEP], customer: of.toolName, bytes: blob.size },
  });
