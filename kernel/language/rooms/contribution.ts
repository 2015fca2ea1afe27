/**
 * A place to which each room adds its own, e.g. what waits on the workbench. Who reads it declares it; a new room adds to it from its own files.
 */
export interface Contribution<T = unknown> {
  readonly name: string;
  /** Only for the compiler. */
  readonly '~'?: T;
}

/** A place by its name: `<where>.<what>`, e.g. `workbench.piles`. */
export const contribution = <T>(name: string): Contribution<T> => ({ name });
