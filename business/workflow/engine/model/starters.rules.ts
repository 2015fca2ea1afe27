import type { CompiledProcess } from './compiled-process.rules.ts';

/** Kinds of people that a process names as starters. */
export const STARTER_KINDS = ['user', 'role', 'dept'] as const;
export type StarterKind = (typeof STARTER_KINDS)[number];

/** Return whether a text names a starter, such as `user:1`, `role:as_hr` or `dept:2`. */
export const isStarterKey = (key: string): boolean => /^(?:user|role|dept):[^\s:,]+$/.test(key);

/** Return the values of one kind in keys of starters, without the prefix. */
export const startersOf = (keys: readonly string[], kind: StarterKind): string[] =>
  keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));

/** Return keys of starters in which the values of one kind are replaced. */
export const withStarters = (keys: readonly string[], kind: StarterKind, values: readonly string[]): string[] => [
  ...keys.filter((key) => !key.startsWith(`${kind}:`)),
  ...values.map((value) => `${kind}:${value}`),
];

/** Return whether a person with these keys may start the process. If it names no starters, all staff may. */
export const mayBeStartedBy = ({ starters }: Pick<CompiledProcess, 'starters'>, keys: ReadonlySet<string>): boolean =>
  !starters || starters.some((key) => keys.has(key));
