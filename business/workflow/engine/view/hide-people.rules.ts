/** Attributes and elements of a drawing that name the people of its tasks. */
const PEOPLE = '(?:assignee|owner|candidateUsers|candidateGroups|assignment|copyTo|timeout)';
const ATTRIBUTE = new RegExp(`\\s[\\w.-]{1,64}:${PEOPLE}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`, 'gi');
const ELEMENT = new RegExp(`<([\\w.-]{1,64}:${PEOPLE})(?:\\s[^<>]*)?(?:/>|>[^<]*</\\1\\s*>)`, 'gi');
const PERFORMER = /<((?:[\w.-]{1,64}:)?(?:humanPerformer|potentialOwner|performer))\b[\s\S]*?<\/\1\s*>/g;

/** A drawing for people who start by it: its nodes and flows, without the people of its tasks. */
export const withoutPeople = (xml: string): string =>
  xml.replaceAll(PERFORMER, '').replaceAll(ELEMENT, '').replaceAll(ATTRIBUTE, '');
