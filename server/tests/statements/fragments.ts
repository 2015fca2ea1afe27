/**
 * Return whether a text looks like a condition or column that rooms pass to the kernel: it names a column of an alias.
 */
export const looksLikeCondition = (text: string): boolean =>
  /(?:^|[\s(,[])[a-z]\w?\.[a-z]\w{1,60}(?:$|[\s),:\]=])/.test(text) &&
  (/[\s(]/.test(text) || /^[a-z]\.\w+$/.test(text)) &&
  !/[\u4e00-\u9fff。]/.test(text);

const WORDS = new Set(['where', 'on', 'join', 'left', 'inner', 'cross', 'order', 'group', 'limit', 'set', 'using']);

/** Return the table aliases that a text uses without defining them. */
function aliasesIn(text: string): string[] {
  const defined = new Set(
    [...text.matchAll(/(?:from|join|,)\s+(?:lateral\s+)?(?:\w{1,63}|\w{0,63}\([^()]*\))\s+(?:as\s+)?([a-z]\w?)\b/g)]
      .map(([, alias]) => alias)
      .filter((alias) => !WORDS.has(alias)),
  );
  const used = [...text.matchAll(/(?<![\w.'"])([a-z]\w?)\.[a-z_]/g)].map(([, alias]) => alias);
  return [...new Set(used)].filter((alias) => !defined.has(alias));
}

const MAX_CONTEXTS = 120;

/**
 * Yield statements that contain a part of one, such as a condition or a column. Its aliases are tried with all
 * combinations of the tables, up to a limit. In the part, a `$` alone is a sent value, and `$today` a date.
 */
export function* contextsOf(part: string, tables: readonly string[]): Generator<string> {
  let number = Math.max(0, ...[...part.matchAll(/\$(\d{1,4})/g)].map(([, one]) => Number(one)));
  const text = part
    .replaceAll('$today', "date '2020-01-01'")
    .replaceAll(/\$parameter\([^()]*\)/g, "''::text")
    .replaceAll(/\$(?![\d$])/g, () => `$${++number}`);
  const aliases = aliasesIn(text);
  if (aliases.length === 0) aliases.push('t');
  let made = 0;
  for (let way = 0; way < tables.length ** aliases.length && made < MAX_CONTEXTS; way++) {
    const from = aliases
      .map((alias, at) => `${tables[Math.floor(way / tables.length ** at) % tables.length]} ${alias}`)
      .join(' cross join ');
    for (const whole of [
      `select 1 from ${from} where ${text}`,
      `select ${text} from ${from}`,
      `select 1 from ${from} order by ${text}`,
      `select 1 from ${from} where true ${text}`,
      `select 1 from ${from} ${text}`,
      `select ${text} 1 from ${from}`,
      `select (${text}) from ${from}`,
    ]) {
      made += 1;
      yield whole;
    }
  }
}
