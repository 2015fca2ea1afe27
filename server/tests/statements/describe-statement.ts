import pg from 'pg';

/** PostgreSQL's description of a statement, without its execution. */
export interface Described {
  /** Result columns, each with the number (OID) of its type. */
  readonly columns: readonly { readonly name: string; readonly type: number }[];
  readonly fault?: { readonly code: string; readonly message: string };
}

interface Line {
  parse(what: { text: string; name: string }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
}

/** SQLSTATE of a value whose type PostgreSQL cannot infer. All names are resolved by then, so it is no fault here. */
const UNTOLD_TYPES = '42P18';

/** Let PostgreSQL parse a statement and resolve its names, without execution. */
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
        // After an error the driver sends no `handleReadyForQuery` for this query, so it is resolved here.
        resolve({ columns, ...(code !== UNTOLD_TYPES && { fault: { code, message } }) });
      },
      handleReadyForQuery() {
        resolve({ columns });
      },
    } as never);
  });
}
