import type { Label } from '#kernel/language/label.ts';

/** A condition on a live value, which must hold before a device is notified. */
export interface SafeCondition {
  readonly property: string;
  readonly op: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';
  readonly value: string | number | boolean;
}

export const OPERATORS: Readonly<Record<SafeCondition['op'], Label>> = {
  eq: ['等于', 'equals'],
  ne: ['不等于', 'is not'],
  gt: ['大于', 'is above'],
  ge: ['不低于', 'is at least'],
  lt: ['小于', 'is below'],
  le: ['不高于', 'is at most'],
};

const TRUTH: Readonly<Record<string, number>> = { true: 1, false: 0 };

/** Return a value as a number: `true` counts as 1. Undefined: it is none. */
function numberOf(value: unknown): number | undefined {
  const text = String(value).trim().toLowerCase();
  const number = TRUTH[text] ?? (text === '' ? Number.NaN : Number(text));
  return Number.isFinite(number) ? number : undefined;
}

function holds(present: unknown, { op, value }: SafeCondition): boolean {
  const [a, b] = [numberOf(present), numberOf(value)];
  if (a === undefined || b === undefined) {
    const isEqual = String(present) === String(value);
    return op === 'eq' ? isEqual : op === 'ne' && !isEqual;
  }
  switch (op) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
    case 'lt':
      return a < b;
    default:
      return a <= b;
  }
}

/** Return the first condition that the live values do not meet, in words; null: all are met. */
export function unmetCondition(
  conditions: readonly SafeCondition[] | null | undefined,
  live: Readonly<Record<string, unknown>>,
): Label | null {
  const unmet = conditions?.find((one) => {
    const present = live[one.property];
    return present === undefined || present === null || !holds(present, one);
  });
  if (!unmet) return null;
  const { property, op, value } = unmet;
  return [
    `等待条件：${property} ${OPERATORS[op][0]} ${String(value)}`,
    `Waits until ${property} ${OPERATORS[op][1]} ${String(value)}`,
  ];
}

const PROPERTY = /^[a-zA-Z]\w{0,49}$/;

/** Return why the conditions are malformed; null: they are well-formed. */
export function conditionProblem(conditions: readonly SafeCondition[] | null | undefined): Label | null {
  if (!conditions) return null;
  if (conditions.length > 20) return ['最多 20 项', 'At most 20'];
  for (const { property, op, value } of conditions) {
    if (!PROPERTY.test(property)) return ['属性标识符不对', 'The identifier of a property is malformed'];
    if (!Object.hasOwn(OPERATORS, op)) return ['比较符不对', 'Unknown comparison'];
    const isWord = op === 'eq' || op === 'ne';
    if (String(value).length > 64 || (!isWord && numberOf(value) === undefined))
      return ['比较值须为数字', 'The value must be a number'];
  }
  return null;
}
