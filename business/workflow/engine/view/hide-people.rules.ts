/** Attributes and elements of a drawing that name the people of its tasks. */
const PEOPLE = '(?:assignee|owner|candidateUsers|candidateGroups|assignment|copyTo|timeout|starters)';
const ATTRIBUTE = new RegExp(`\\s[\\w.-]{1,64}:${PEOPLE}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`, 'gi');
const ELEMENT = new RegExp(`<([\\w.-]{1,64}:${PEOPLE})(?:\\s[^<>]*)?(?:/>|>[^<]*</\\1\\s*>)`, 'gi');
const PERFORMERS = ['humanPerformer', 'potentialOwner', 'performer'];
const PERFORMER = new RegExp(`<((?:[\\w.-]{1,64}:)?(?:${PERFORMERS.join('|')}))(?=[\\s>])`);

/** A drawing without its elements of performers; one that never ends hides the rest. */
function withoutPerformers(xml: string): string {
  let rest = xml;
  let out = '';
  for (let found = PERFORMER.exec(rest); found; found = PERFORMER.exec(rest)) {
    out += rest.slice(0, found.index);
    const end = `</${found[1]}`;
    const at = rest.indexOf(end, found.index);
    const close = at < 0 ? -1 : rest.indexOf('>', at);
    rest = close < 0 ? '' : rest.slice(close + 1);
  }
  return out + rest;
}

/** A drawing for people who start by it: its nodes and flows, without the people of its tasks. */
export const hidePeopleOf = (xml: string): string =>
  withoutPerformers(xml).replaceAll(ELEMENT, '').replaceAll(ATTRIBUTE, '');
