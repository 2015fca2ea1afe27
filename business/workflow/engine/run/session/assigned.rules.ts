import { ENGINE_LIMITS } from '../../state/limits.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { Variables, VariableValue } from '../../state/rows.rules.ts';

/** Characters of variables as JSON, without what never changes them much; read once for each set. */
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

/** What one command has assigned so far, in characters. */
export interface AssignedText {
  assigned: number;
}

/**
 * Return variables with one of them set. Refuse a set that grows too large at the assignment itself, and a command that assigns more in all
 * than a person or a script would.
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
