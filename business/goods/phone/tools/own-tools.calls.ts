import { files } from '#kernel/fields/file/file.ts';
import { type AnswerOf, anyNumber, anyText, list, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';

/** A tool that the technician has. `dueDay` is null for a permanent one. */
const heldTool = record({
  id: anyText,
  toolApplyId: anyText,
  toolApplyNo: anyText,
  toolCode: anyText,
  toolName: anyText,
  serialNo: nullable(anyText),
  qty: anyText,
  dueDay: nullable(anyText),
  isPermanent: yesOrNo,
  calibrateDue: nullable(anyText),
  outPhotos: anyNumber,
  returnPhotos: anyNumber,
  outPhoto: files(['领用照', 'Photos out'], { takes: 'image' }),
});

/** A tool in the store. */
const storedTool = record({
  id: anyText,
  toolCode: anyText,
  toolName: anyText,
  spec: nullable(anyText),
  serialNo: nullable(anyText),
  available: anyText,
  isSingle: yesOrNo,
  calibrateDue: nullable(anyText),
});

const toolRequest = record({
  id: anyText,
  version: anyNumber,
  toolApplyNo: anyText,
  toolApplyType: anyText,
  toolApplyStatus: anyText,
  reason: anyText,
  planReturnDate: nullable(anyText),
  approveNote: nullable(anyText),
  lines: list(record({ id: anyText, toolId: anyText, toolName: anyText, applyQty: anyText })),
});

/** Tools of a technician, those in the store, and own applications. `blocksTools`: overdue tools block new ones. */
export const ownTools = {
  tools: list(heldTool),
  storedTools: list(storedTool),
  toolRequests: list(toolRequest),
  mayApply: yesOrNo,
  blocksTools: yesOrNo,
};

export type HeldTool = AnswerOf<typeof heldTool>;
export type StoredTool = AnswerOf<typeof storedTool>;
export type OwnToolRequest = AnswerOf<typeof toolRequest>;
