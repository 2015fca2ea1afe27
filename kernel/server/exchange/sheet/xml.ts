const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// oxlint-disable-next-line no-control-regex -- these may not stand in XML at all
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
// oxlint-disable-next-line no-control-regex -- these may not stand in XML at all
const specials = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as it stands in XML; signs that XML cannot carry are left out. */
export const escapeXml = (text: string): string => (special.test(text) ? text.replaceAll(specials, (sign) => marks[sign] ?? '') : text);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function character(entity: string): string {
  const code = entity[1] === 'x' || entity[1] === 'X' ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Only the five entities of XML and characters by number: a file cannot define its own. */
export const unescapeXml = (text: string): string =>
  (text.includes('&') ? text.replaceAll(/&(#x?[0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos);/g, (_, entity: string) => named[entity] ?? character(entity)) : text);
