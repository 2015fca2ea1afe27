const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// oxlint-disable-next-line no-control-regex -- these may not stand in XML at all
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
// oxlint-disable-next-line no-control-regex -- these may not stand in XML at all
const specials = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escape a text for XML. Characters that XML cannot carry are left out. */
export const escapeXml = (text: string): string =>
  special.test(text) ? text.replaceAll(specials, (sign) => marks[sign] ?? '') : text;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function character(entity: string): string {
  const code = entity[1] === 'x' || entity[1] === 'X' ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Replace the five entities of XML and numeric characters. A file cannot define its own. */
export const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(
        /&(#x?[0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos);/g,
        (_, entity: string) => named[entity] ?? character(entity),
      )
    : text;

/** Return the opening tags of a name, `<xf …>` without its end, in one pass. */
export function* tagsIn(xml: string, name: string): Generator<string> {
  const begins = `<${name}`;
  for (let at = xml.indexOf(begins); at >= 0; at = xml.indexOf(begins, at)) {
    const end = xml.indexOf('>', at);
    if (end < 0) return;
    if (/[\s/>]/.test(xml[at + begins.length])) yield xml.slice(at, end);
    at = end;
  }
}

/** Return a text without the elements of a name; an unclosed one stays. */
export function withoutElements(xml: string, name: string): string {
  const [begins, ends] = [`<${name}`, `</${name}>`];
  let [out, at] = ['', 0];
  for (let from = xml.indexOf(begins); from >= 0; from = xml.indexOf(begins, at)) {
    const to = xml.indexOf(ends, from);
    if (to < 0) break;
    out += xml.slice(at, from);
    at = to + ends.length;
  }
  return out + xml.slice(at);
}
