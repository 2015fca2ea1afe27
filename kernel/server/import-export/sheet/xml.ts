const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// oxlint-disable-next-line no-control-regex -- these may not stand in XML at all
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
// oxlint-disable-next-line no-control-regex -- these may not stand in XML at all
const specials = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escape a text for XML. Characters that XML cannot carry are left out. */
export const escapeXml = (text: string): string =>
  special.test(text) ? text.replaceAll(specials, (sign) => marks[sign] ?? '') : text;
