import { ENGINE_LIMITS } from '../../state/limits.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { Variables, VariableValue } from '../../state/rows.rules.ts';

/** Sizes of sets of variables as JSON, approximately, each computed once. */
const sizes = new WeakMap<Variables, number>();

const lengthOf = (value: VariableValue): number =>
  typeof value === 'string' || typeof value === 'object' ? JSON.stringify(value).length : 8;

function sizeOf(variables: Variables): number {
  const known = sizes.get(variables);
  if (known !== undefined) return known;
  const size = Object.entries(variables).reduce((sum, [name, value]) => sum + name.length + lengthOf(value), 0);
  sizes.set(variables, size);
  return size;
}

/** Number of characters that one command has assigned so far. */
export interface AssignedText {
  assigned: number;
}

/**
 * Return a copy of the variables in which one is set. Refuse if the copy, or all text that the command has assigned,
 * exceeds its limit.
 */
export function assign(written: AssignedText, variables: Variables, name: string, value: VariableValue): Variables {
  const length = lengthOf(value);
  const before = Object.hasOwn(variables, name) ? lengthOf(variables[name] ?? null) : -name.length;
  const size = sizeOf(variables) - before + length;
  const isSmaller = length <= before;
  written.assigned += length;
  if (size > ENGINE_LIMITS.variableBytes && !isSmaller)
    throw new ProcessError('limit', { variable: name, bytes: ENGINE_LIMITS.variableBytes });
  if (written.assigned > ENGINE_LIMITS.assignedCharacters)
    throw new ProcessError('limit', { variable: name, assigned: ENGINE_LIMITS.assignedCharacters });
  const own = { ...variables, [name]: value };
  sizes.set(own, size);
  return own;
}
