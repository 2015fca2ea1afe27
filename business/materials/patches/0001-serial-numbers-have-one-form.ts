const formOf = (column: string): string =>
  String.raw`upper(translate(regexp_replace(normalize(${column}, NFKC), '\s', '', 'g'), E'\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-------'))`;

/**
 * Normalise stored serial numbers: width, case, dashes and blanks. Leave those whose normal form another row of the
 * item already has.
 */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    const form = formOf('t.serial_no');
    const isAlone = `coalesce(t.serial_no, '') <> '' and t.serial_no <> ${form} and not exists (select 1 from asstock o
      where o.tenant_id = t.tenant_id and o.material_id = t.material_id and o.serial_no <> t.serial_no and ${formOf('o.serial_no')} = ${form})`;
    // Update the ledger first: its condition compares with the spellings in stock, which must still be the old ones.
    for (const table of ['asstockledger', 'asstock'])
      await query(`update ${table} t set serial_no = ${form} where ${isAlone}`);
  },
};
