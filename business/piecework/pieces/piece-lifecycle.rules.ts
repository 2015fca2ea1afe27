import { dict } from '#kernel/fields/dict/dict.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { type Judging, lifecycle } from '#kernel/language/lifecycle.ts';
import { pieceCancelReason } from '../dictionaries.ts';
import { pieceStatus } from '#business/completion/dictionaries.ts';
import { refuse } from '../refusals.ts';

/** Path of the audit actions on the wire. */
const at = 'blade-maintenance/webApi/aspieceworkaudit/';

const remark = text(['意见', 'Opinion'], { max: 500, wide: true });
const answers = structured<{ flagId: string; answer: string }[], { rows: true; parts: readonly StructuredPart[] }>(
  ['逐项说明', 'Answers one by one'],
  {
    rows: true,
    parts: [
      { name: 'flagId', label: ['不符合项', 'Non-conformity'], type: 'ref', paper: 'pieceFlag', required: true },
      { name: 'answer', label: ['说明', 'Answer'], type: 'text', required: true },
    ],
  },
);
const must = text(['原因', 'Reason'], { required: true, max: 500, wide: true });

/** Refuse a verdict on a piece by a member of its own crew. */
export const crew: Judging = { of: 'work', no: () => refuse.ownCrew() };

/** The lifecycle of a piece: made by the product, checked by the auditor, paid with its period. */
export const pieceLifecycle = lifecycle({
  field: 'pieceStatus',
  states: pieceStatus,
  actions: {
    affirm: {
      label: ['确认计件', 'Confirm'],
      from: ['toAffirm'],
      to: 'pending',
      roles: ['as_piece_auditor', 'as_leader'],
      judges: crew,
      call: { path: `${at}affirmPieceWork` },
      asks: { remark, answers },
      said: ['已确认，待审核', 'Confirmed, to be audited'],
      icon: 'check',
      prominent: true,
    },
    back: {
      label: ['退回', 'Send back'],
      from: ['pending'],
      to: 'returned',
      roles: ['as_piece_auditor'],
      judges: crew,
      call: { path: `${at}pieceWorkBack` },
      asks: { remark: must },
      said: ['已退回', 'Sent back'],
      icon: 'undo-2',
      batch: true,
    },
    check: {
      label: ['审核通过', 'Approve'],
      from: ['pending'],
      to: 'approved',
      roles: ['as_piece_auditor'],
      judges: crew,
      call: { path: `${at}pieceWorkCheck` },
      asks: { remark },
      said: ['已审核', 'Approved'],
      icon: 'check',
      prominent: true,
    },
    submit: {
      label: ['重新提交', 'Submit again'],
      from: ['returned'],
      to: 'pending',
      roles: ['as_leader'],
      call: { path: 'submit' },
      asks: { remark },
      said: ['已提交', 'Submitted'],
      icon: 'send',
      prominent: true,
    },
    revoke: {
      label: ['撤销审核', 'Revoke'],
      from: ['approved'],
      to: 'pending',
      roles: ['as_piece_lead'],
      judges: crew,
      call: { path: `${at}revoke` },
      asks: { remark },
      said: ['已撤销审核', 'Approval revoked'],
      icon: 'rotate-ccw',
      danger: true,
      batch: false,
    },
    cancel: {
      label: ['取消计件', 'Cancel'],
      from: ['pending', 'returned', 'toAffirm'],
      to: 'cancelled',
      roles: ['as_piece_auditor'],
      judges: crew,
      call: { path: `${at}cancelPieceWork` },
      asks: {
        reason: dict(pieceCancelReason, ['取消原因', 'Why cancelled'], { required: true }),
        note: text(['说明', 'Note'], { max: 255, wide: true }),
      },
      said: ['已取消计件', 'Cancelled'],
      icon: 'ban',
      danger: true,
      batch: true,
    },
    revive: {
      label: ['恢复计件', 'Bring back'],
      from: ['cancelled'],
      to: 'pending',
      roles: ['as_piece_lead'],
      judges: crew,
      call: { path: `${at}affirmPieceWork` },
      asks: { remark },
      said: ['已恢复', 'Brought back'],
      icon: 'rotate-ccw',
      batch: false,
    },
  },
  moves: [
    ['*', 'pending', 'generation'],
    ['*', 'toAffirm', 'generation'],
    ['pending', 'cancelled', 'reopened'],
    ['returned', 'cancelled', 'reopened'],
    ['toAffirm', 'cancelled', 'reopened'],
    ['approved', 'settled', 'periodClose'],
    ['settled', 'approved', 'periodOpenAgain'],
    // `none` never occurs on a piece. A completion without a piece has it in its copy of the state.
    ['*', 'none', 'completion'],
  ],
  editable: { toAffirm: ['lines'], pending: ['lines'], returned: ['lines'] },
  ends: ['settled', 'none'],
});
