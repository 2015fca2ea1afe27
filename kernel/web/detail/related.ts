import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { pointersAt } from '#kernel/fields/relations.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { allPapers, findPaper } from '../registry/papers.ts';
import type { WireRow } from '../registry/rows.ts';

/** Return the fields of a paper that refer to papers with a page. */
const pointedFrom = (of: AnyPaper): [string, Field][] =>
  fieldsOf(of).filter(([, field]) => kindOf(field).isRelation && findPaper(field.paper)?.menu);

export const hasRelations = (of: AnyPaper): boolean =>
  pointersAt(of, allPapers()).length > 0 || pointedFrom(of).length > 0;

/** Return the references of a row that have a value. Their captions were read with the row. */
export const namedBy = (of: AnyPaper, row: WireRow): [string, Field][] =>
  pointedFrom(of).filter(([name]) => !isEmpty(row[name]));
