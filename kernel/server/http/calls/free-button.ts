import type { AnyCall } from '#kernel/language/calls/call.ts';
import { type Person, holds } from '#kernel/language/permission.ts';

/** Does somebody hold the button of no paper that a call names, where it names one? */
export const holdsFreeButton = (person: Person, { button }: Pick<AnyCall, 'button'>): boolean =>
  button === undefined || person.isProduct === true || holds(person, button);
