import { daysBetween, minuteWords } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Queued } from '#business/mobile/steps.rules.ts';
import { CALIBRATION_AHEAD_DAYS } from '../../tools/tool.rules.ts';
import type { HeldTool, OwnToolRequest } from './own-tools.calls.ts';
import { type GoodsChange, QUEUED } from '../parts/queued.rules.ts';

export const TOOLS_STEP = 'toolRequest';
export const TOOLS_DRAFT_STEP = 'toolDraft';
export const TOOLS_EDIT_STEP = 'toolEdit';
export const TOOLS_SUBMIT_STEP = 'toolSubmit';
export const TOOL_PHOTO_STEP = 'toolPhoto';

/** Labels of the steps of tools, by name. */
export const toolSteps: Readonly<Record<string, Label>> = {
  [TOOLS_STEP]: ['工具申请', 'Application for tools'],
  [TOOLS_DRAFT_STEP]: ['工具申请草稿', 'Draft of an application'],
  [TOOLS_EDIT_STEP]: ['修改工具申请', 'Correction of an application'],
  [TOOLS_SUBMIT_STEP]: ['提交工具申请', 'Submission of an application'],
  [TOOL_PHOTO_STEP]: ['工具照片', 'Photo of a tool'],
};

/** A tool that an application asks for. */
export interface RequestedTool {
  readonly toolId: string;
  readonly toolName: string;
  readonly qty: number;
}

export type DueState = 'overdue' | 'today' | 'later' | 'permanent';

/** Colours of the states of tools that are due back. */
export const DUE_TONES: Readonly<Record<DueState, string>> = {
  overdue: 'red',
  today: 'amber',
  later: 'grey',
  permanent: 'blue',
};

/** Return when a tool is due back. A permanent one, or one without a day, is never due. */
export const dueState = ({ dueDay }: HeldTool, today: string): DueState =>
  dueDay === null ? 'permanent' : dueDay < today ? 'overdue' : dueDay === today ? 'today' : 'later';

/** Return the tools in the order in which they are due; permanent ones come last. */
export const toolsByDue = (tools: readonly HeldTool[]): HeldTool[] =>
  tools.toSorted((one, other) => (one.dueDay ?? '9999').localeCompare(other.dueDay ?? '9999'));

/** Return the day on which a tool is due as text. */
export function toolDueWords(tool: HeldTool, today: string): Label {
  const state = dueState(tool, today);
  if (state === 'permanent') return tool.isPermanent ? ['长期', 'Permanent'] : ['未定归还', 'No day of return'];
  const days = daysBetween(tool.dueDay ?? today, today);
  if (state === 'overdue') return [`超 ${days} 天`, `${days} d overdue`];
  if (state === 'today') return ['今天还', 'Due today'];
  const [zh, en] = minuteWords(tool.dueDay ?? '');
  return [`${zh} 还`, `Due ${en}`];
}

/** Return the calibration of a tool as text, where it is over or ends soon; null elsewhere. */
export function calibrationWords(day: string | null, today: string): Label | null {
  if (!day || daysBetween(today, day) > CALIBRATION_AHEAD_DAYS) return null;
  const [zh, en] = minuteWords(day);
  return day < today ? ['校准已过期', 'Calibration is over'] : [`${zh} 要校准`, `Calibration due ${en}`];
}

/** The most urgent fact about the tools of a technician. */
export interface ToolWarning {
  readonly words: Label;
  readonly tone: 'red' | 'amber';
}

function named(tools: readonly HeldTool[]): Label {
  const [{ toolName }] = tools;
  const more = tools.length - 1;
  return more ? [`${toolName}等 ${tools.length} 件`, `${toolName} and ${more} more`] : [toolName, toolName];
}

/** Return the most urgent fact: an overdue tool, one that is due today, or a calibration; null where there is none. */
export function toolWarning(tools: readonly HeldTool[], today: string): ToolWarning | null {
  const inState = (state: DueState): HeldTool[] => toolsByDue(tools).filter((one) => dueState(one, today) === state);
  const [overdue, due] = [inState('overdue'), inState('today')];
  if (overdue.length) {
    const [zh, en] = named(overdue);
    return { words: [`${zh}逾期未还`, `${en} overdue`], tone: 'red' };
  }
  if (due.length) {
    const [zh, en] = named(due);
    return { words: [`${zh}今天要还`, `${en} due today`], tone: 'amber' };
  }
  const [first] = tools
    .filter((one) => calibrationWords(one.calibrateDue, today))
    .toSorted((one, other) => (one.calibrateDue ?? '').localeCompare(other.calibrateDue ?? ''));
  const calibration = first && calibrationWords(first.calibrateDue, today);
  return calibration
    ? { words: [`${first.toolName} ${calibration[0]}`, `${first.toolName}: ${calibration[1]}`], tone: 'amber' }
    : null;
}

/** Return the number of pieces that a technician has. */
export const heldPieces = (tools: readonly HeldTool[]): number => tools.reduce((sum, one) => sum + Number(one.qty), 0);

/** Can the technician still change the application? */
export const isOpenRequest = ({ toolApplyStatus }: OwnToolRequest): boolean =>
  ['draft', 'returned'].includes(toolApplyStatus);

const shownLines = ({ facts }: Queued): OwnToolRequest['lines'] =>
  ((facts.lines ?? []) as readonly RequestedTool[]).map(({ toolId, toolName, qty }) => ({
    id: toolId,
    toolId,
    toolName,
    applyQty: String(qty),
  }));

/** Return the goods with a new application that waits on the phone. */
const withRequest: GoodsChange = (goods, step) => ({
  ...goods,
  toolRequests: [
    {
      id: step.matter,
      version: 0,
      toolApplyNo: '',
      toolApplyType: String(step.body.toolApplyType ?? ''),
      toolApplyStatus: QUEUED,
      reason: String(step.body.reason ?? ''),
      planReturnDate: String(step.body.planReturnDate ?? '') || null,
      approveNote: null,
      lines: shownLines(step),
    },
    ...goods.toolRequests,
  ],
});

const withEdit: GoodsChange = (goods, step) => ({
  ...goods,
  toolRequests: goods.toolRequests.map((one) =>
    one.id === step.body.id
      ? { ...one, toolApplyStatus: QUEUED, reason: String(step.body.reason ?? ''), lines: shownLines(step) }
      : one,
  ),
});

const withSubmission: GoodsChange = (goods, { body }) => ({
  ...goods,
  toolRequests: goods.toolRequests.map((one) => (one.id === body.id ? { ...one, toolApplyStatus: QUEUED } : one)),
});

/** Return the goods with a photo that waits on the phone. */
const withPhoto: GoodsChange = (goods, { body }) => ({
  ...goods,
  tools: goods.tools.map((one) =>
    one.id !== body.id
      ? one
      : body.when === 'out'
        ? { ...one, outPhotos: one.outPhotos + 1 }
        : { ...one, returnPhotos: one.returnPhotos + 1 },
  ),
});

export const toolChanges: Readonly<Record<string, GoodsChange>> = {
  [TOOLS_STEP]: withRequest,
  [TOOLS_DRAFT_STEP]: withRequest,
  [TOOLS_EDIT_STEP]: withEdit,
  [TOOLS_SUBMIT_STEP]: withSubmission,
  [TOOL_PHOTO_STEP]: withPhoto,
};
