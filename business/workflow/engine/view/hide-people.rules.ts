/** Names of attributes and elements of a drawing that name people. */
const PEOPLE = '(?:assignee|owner|candidateUsers|candidateGroups|assignment|copyTo|timeout|starters)';
const ATTRIBUTE = new RegExp(`\\s[\\w.-]{1,64}:${PEOPLE}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`, 'gi');
const ELEMENT = new RegExp(`<([\\w.-]{1,64}:${PEOPLE})(?:\\s[^<>]*)?(?:/>|>[^<]*</\\1\\s*>)`, 'gi');
const PERFORMERS = ['humanPerformer', 'potentialOwner', 'performer'];
const PERFORMER = new RegExp(`<((?:[\\w.-]{1,64}:)?(?:${PERFORMERS.join('|')}))(?=[\\s>])`);

/**
 * Return a drawing without its performer elements. If one has no end tag, everything after its start tag is removed
 * too.
 */
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

/** Return a drawing without the people of its tasks and its starters, for people who only start the process. */
export const hidePeopleOf = (xml: string): string =>
  withoutPerformers(xml).replaceAll(ELEMENT, '').replaceAll(ATTRIBUTE, '');
