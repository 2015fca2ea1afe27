/** Send a statement as the owner, and return its rows. */
type Ask = <R>(text: string, values: unknown[]) => Promise<R[]>;

/** Return what is stored about the database under an id. */
export const readMeta = async (ask: Ask, id: string): Promise<string | undefined> =>
  (await ask<{ value: string }>('select value from anju_meta where id = $1', [id]))[0]?.value;

/** Store a fact about the database under an id. */
export const writeMeta = async (ask: Ask, id: string, value: string): Promise<void> => {
  await ask('insert into anju_meta (id, value) values ($1, $2) on conflict (id) do update set value = excluded.value', [
    id,
    value,
  ]);
};
