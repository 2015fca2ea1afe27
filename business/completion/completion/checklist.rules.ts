import { mustGet } from '#kernel/language/must.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import type { CheckDemand } from '../at-door/check-demand.calls.ts';

/** One answer of a check list, as the technician entered it. */
export interface CheckAnswer {
  key: string;
  label?: string;
  value: string;
  note?: string;
}

const parts: readonly StructuredPart[] = [
  { name: 'key', label: ['编码', 'Code'], type: 'text', required: true, technical: true },
  { name: 'label', label: ['检查内容', 'What was checked'], type: 'text' },
  { name: 'value', label: ['结果', 'Result'], type: 'text' },
  { name: 'note', label: ['备注', 'Note'], type: 'text' },
];

/** A field with the answers of a check list. */
export const checkAnswers = structured<CheckAnswer[], { rows: true; parts: readonly StructuredPart[] }>(
  ['检查项结果', 'Check results'],
  { rows: true, parts },
);

const isOff = (demand: CheckDemand, value: string): boolean => {
  if (demand.type === 'yesNo') return ['否', 'no', 'false', '0'].includes(value.toLowerCase());
  if (!['number', 'meter'].includes(demand.type)) return false;
  const read = Number(value);
  const low = demand.min === null || demand.min === undefined || demand.min === '' ? -Infinity : Number(demand.min);
  const high = demand.max === null || demand.max === undefined || demand.max === '' ? Infinity : Number(demand.max);
  return !Number.isFinite(read) || read < low || read > high;
};

/**
 * Return the required items of a check list without an answer (`missing`), and those with a value outside their limits
 * (`abnormal`).
 */
export function judgeChecklist(
  demands: readonly CheckDemand[],
  answers: readonly CheckAnswer[],
): { missing: CheckDemand[]; abnormal: CheckDemand[] } {
  const answered = new Map(answers.map((one) => [one.key, String(one.value ?? '').trim()]));
  return {
    missing: demands.filter((one) => (one.required === true || one.required === 'true') && !answered.get(one.key)),
    abnormal: demands.filter((one) => answered.get(one.key) && isOff(one, mustGet(answered, one.key))),
  };
}
