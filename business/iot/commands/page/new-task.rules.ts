import { type CommandInput, commandValue, typedOf } from '../device/settable.rules.ts';
import type { CommandContent } from '../content/command-content.rules.ts';

/** Return the values that a prepared instruction sends: those that a person may change are among them. */
export const sentValues = (content: CommandContent | null | undefined): Readonly<Record<string, unknown>> =>
  content?.set ?? content?.params ?? {};

/** Return the parameters that differ from those of the instruction. A value of another type stays a text. */
export function changedParams(
  inputs: readonly CommandInput[],
  before: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const changed = inputs.filter(({ name }) => typed[name] !== undefined && typed[name] !== typedOf(before[name]));
  return Object.fromEntries(changed.map((of) => [of.name, commandValue(of, typed[of.name]) ?? typed[of.name]]));
}

/** Values of the form of a new task. */
type Values = Readonly<Record<string, unknown>>;

const idsIn = (value: unknown): string[] | null => (Array.isArray(value) && value.length ? value.map(String) : null);
const textIn = (value: unknown): string | null => String(value ?? '').trim() || null;

function keysIn(value: unknown): string[] | null {
  const typed = String(value ?? '')
    .split(/[\s,，;；]+/)
    .filter(Boolean);
  return typed.length ? typed : null;
}

/** The target of each kind by the values of the form. A null inside means that nothing is chosen yet. */
const targets: Readonly<Record<string, (values: Values) => Readonly<Record<string, unknown>>>> = {
  device: ({ devices }) => ({ ids: idsIn(devices) }),
  household: ({ households }) => ({ ids: idsIn(households) }),
  tag: ({ tag }) => ({ tag: textIn(tag) }),
  area: ({ area }) => ({ code: textIn(area) }),
  excel: ({ keys }) => ({ keys: keysIn(keys) }),
  model: () => ({}),
};

/** Return the target of a task as its call takes it; null: nothing is chosen yet. */
export function taskTarget(values: Values): Record<string, unknown> | null {
  const target = targets[String(values.targetType)]?.(values);
  return target && Object.values(target).every((part) => part !== null) ? { ...target } : null;
}
