/** One attribute that differs, as texts. */
export interface AttributeChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

type Values = Readonly<Record<string, unknown>>;

/** What follows from flows and places, and is told by them. */
const DERIVED = new Set(['id', 'type', 'incoming', 'outgoing', 'boundaries', 'scope', 'lane', 'format']);

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** What a user task says of itself counts by its own names. */
const flattened = (part: object | undefined): Values => {
  const { userTask, ...own } = (part ?? {}) as Values;
  return isValues(userTask) ? { ...own, ...userTask } : own;
};

/** Attributes of one part of a process that differ. */
export function changesOf(before: object | undefined, after: object | undefined): AttributeChange[] {
  const [one, other] = [flattened(before), flattened(after)];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names]
    .filter((name) => !DERIVED.has(name))
    .map((name) => ({ name, before: textOf(one[name]), after: textOf(other[name]) }))
    .filter((change) => change.before !== change.after);
}
