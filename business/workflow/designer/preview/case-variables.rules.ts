/** Return variables from lines `name = value`: numbers, true, false and null by type, everything else as text. */
export function caseVariables(text: string): Record<string, unknown> {
  const pairs = text
    .split('\n')
    .map((line) => /^\s*([\p{L}_$][\p{L}\p{N}_$]*)\s?=\s?(.*)$/u.exec(line))
    .flatMap((found) => (found ? [[found[1], valueOf(found[2].trim())] as const] : []));
  return Object.fromEntries(pairs);
}

function valueOf(text: string): unknown {
  if (/^-?\d{1,15}(?:\.\d+)?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return text === 'null' ? null : text.replaceAll(/^["']|["']$/g, '');
}
