import { isEmpty } from '../kind.ts';
import type { KindView } from '../faces.view.tsx';
import { type StructuredPart, partsFrom, structuredKind } from './structured.ts';

const words: KindView['cell'] = ({ value, field, label, language }) =>
  label ?? (value ? structuredKind.text(partsFrom(value), field, { language, name: () => undefined }) : '');

/**
 * Shows rows below each other under the labels of their parts. Parts that name other rows come from the server as one
 * text.
 */
const rows: KindView['detail'] = (face) => {
  const { parts = [], rows: many } = face.field as { parts?: readonly StructuredPart[]; rows?: boolean };
  const value = partsFrom(face.value);
  const list = Array.isArray(value) ? (value as readonly Readonly<Record<string, unknown>>[]) : [];
  if (!many || parts.length === 0 || list.length === 0 || parts.some((part) => part.type === 'ref')) return words(face);
  const at = face.language === 'en' ? 1 : 0;
  const shownParts = parts.filter((part) => !part.technical && list.some((row) => !isEmpty(row[part.name])));
  const cell = (row: Readonly<Record<string, unknown>>, part: StructuredPart): string => {
    if (isEmpty(row[part.name])) return '';
    const field = { ...face.field, parts: [{ ...part, label: ['', ''] }] };
    return structuredKind
      .text({ [part.name]: row[part.name] }, field, { language: face.language, name: () => undefined })
      .trim();
  };
  return (
    <table className="child-rows">
      <thead>
        <tr>
          {shownParts.map((part) => (
            <th key={part.name} scope="col">
              {part.label[at]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map((row, index) => (
          <tr key={index}>
            {shownParts.map((part) => (
              <td key={part.name} data-label={part.label[at]}>
                {cell(row, part)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

export const structuredView: KindView = { cell: words, detail: rows };
