import type { CompiledProcess } from './compiled-process.rules.ts';

/** Kinds of people that a process names as starters. */
export const STARTER_KINDS = ['user', 'role', 'dept'] as const;
export type StarterKind = (typeof STARTER_KINDS)[number];

/** A starter as a drawing writes it: `user:1`, `role:as_hr`, `dept:2`. */
export const isStarterKey = (key: string): boolean => /^(?:user|role|dept):[^\s:,]+$/.test(key);

/** Return the values of one kind among keys of starters. */
export const startersOf = (keys: readonly string[], kind: StarterKind): string[] =>
  keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));

/** Replace the values of one kind among keys of starters. */
export const withStarters = (keys: readonly string[], kind: StarterKind, values: readonly string[]): string[] => [
  ...keys.filter((key) => !key.startsWith(`${kind}:`)),
  ...values.map((value) => `${kind}:${value}`),
];

/** May somebody start a process by these keys? Without named starters all staff may. */
export const mayBeStartedBy = ({ starters }: Pick<CompiledProcess, 'starters'>, keys: ReadonlySet<string>): boolean =>
  !starters || starters.some((key) => keys.has(key));
