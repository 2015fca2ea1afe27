import type { AnyPaper } from '#kernel/language/paper.ts';

/** `SLA`, `API`: short names are capitals throughout. */
const SHORT_NAME = /^[A-Z]{2,}s?$/;

/** What is wrong with the English of a title: its list must be called by a plural, and only its first word begins with a capital. */
export function titleFaults({ name, title, plural }: Pick<AnyPaper, 'name' | 'title' | 'plural'>): string[] {
  const [, en] = title;
  const others = (plural ?? en).split(' ').slice(1);
  return [
    ...(plural === undefined && /[^s]s$/.test(en)
      ? [`${name}: its title “${en}” is a plural already: say by plural how its list is called.`]
      : []),
    ...(others.some((word) => /^[A-Z]/.test(word) && !SHORT_NAME.test(word))
      ? [`${name}: its title “${plural ?? en}” is not in sentence case.`]
      : []),
  ];
}
