import pg from 'pg';

/** What PostgreSQL says of a statement without executing it. */
export interface Described {
  /** The columns of its answer, with the numbers of their types. */
  readonly columns: readonly { readonly name: string; readonly type: number }[];
  readonly fault?: { readonly code: string; readonly message: string };
}

interface Line {
  parse(what: { text: string; name: string }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
}

/** The types of values cannot be told where nothing says what they are; by then all names are found. */
const UNTOLD_TYPES = '42P18';

/** Has a statement parsed and its names looked up; nothing is executed. */
export function describeStatement(client: pg.Client, text: string): Promise<Described> {
  return new Promise((resolve) => {
    let columns: Described['columns'] = [];
    client.query({
      submit(line: Line) {
        line.parse({ text, name: '' });
        line.describe({ type: 'S', name: '' });
        line.sync();
      },
      handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError({ code = '', message }: pg.DatabaseError) {
        // The driver lets go of a statement with its error.
        resolve({ columns, ...(code !== UNTOLD_TYPES && { fault: { code, message } }) });
      },
      handleReadyForQuery() {
        resolve({ columns });
      },
    } as never);
  });
}
