import type { AnyCall } from '#kernel/language/calls/call.ts';
import { type Person, holds } from '#kernel/language/permission.ts';

/** Does the person hold the button that the call itself names? A call without one needs none. */
export const holdsFreeButton = (person: Person, { button }: Pick<AnyCall, 'button'>): boolean =>
  button === undefined || person.isProduct === true || holds(person, button);
