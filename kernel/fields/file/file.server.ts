import type { SqlColumn } from '../column.ts';
import { isId } from '../ref/ref.ts';

const idsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : value === null || value === undefined || value === ''
      ? []
      : [String(value)];

/** The attachment's id; the link is signed when the row is read. */
export const fileColumn: SqlColumn = {
  type: () => 'bigint',
  wire: (raw, _field, { link }) => link(String(raw)),
  attachments: idsIn,
  isStored: (value) => value === null || isId(String(value)),
  empty: '',
  indexed: false,
};

export const filesColumn: SqlColumn = {
  type: () => 'bigint[]',
  wire: (raw, _field, { link }) => (raw as string[]).map(link),
  attachments: idsIn,
  isStored: (value) => value === null || (Array.isArray(value) && value.every((one) => isId(String(one)))),
  empty: [],
  indexed: false,
};
