import {
  type AnswerOf,
  anyNumber,
  anyText,
  list,
  nullable,
  of,
  record,
  someRow,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { completionAnnex } from '../annexes/completion-annex.paper.ts';
import { completionCharge } from '../charges/completion-charge.paper.ts';
import { completionEquipment } from '../completion/completion-equipment.paper.ts';
import { completion } from '../completion/completion.paper.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';

/** Photos of a completion, by class. */
export const annexGroup = record({
  classifyId: anyText,
  name: anyText,
  min: anyNumber,
  files: list(of(completionAnnex)),
});

/** A required class of photos of a visit, with its present count. */
export const annexType = record({
  classifyId: anyText,
  name: anyText,
  media: anyText,
  min: anyNumber,
  max: anyNumber,
  perEquipment: yesOrNo,
  needWatermark: yesOrNo,
  count: anyNumber,
  missing: anyNumber,
  exampleFile: nullable(anyText),
});

/**
 * Lists that the detail of a completion contains in addition to its fields: machines, used parts, charges, photos and
 * received money.
 */
export const completionParts = {
  equipment: list(of(completionEquipment)),
  supplies: list(of(completionSupply)),
  charges: list(of(completionCharge)),
  annexes: list(annexGroup),
  collects: list(someRow('collection')),
};
export const wholeCompletion = of(completion, null, completionParts);

export type AnnexGroup = AnswerOf<typeof annexGroup>;
export type AnnexType = AnswerOf<typeof annexType>;
export type WholeCompletion = AnswerOf<typeof wholeCompletion>;
