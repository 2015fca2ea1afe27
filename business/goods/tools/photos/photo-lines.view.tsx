import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { toolApply } from '../tool-apply.paper.ts';
import { LinePhotos } from './tool-photo.view.tsx';
import { toolPhotoWords } from '../tool.rules.ts';

/** States of an application whose tools were handed out. */
const OUT: ReadonlySet<unknown> = new Set(['handedOut', 'partReturned', 'closed']);

/** The photos of each tool at its hand-out and its return, side by side, for people who judge damage. */
export function PhotoLines({ row }: { row: WireRow }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const { data } = useQuery({
    enabled: OUT.has(row.toolApplyStatus),
    queryKey: ['row', toolApply.name, 'photos', row.id, language],
    queryFn: ({ signal }) => fetchRow(toolApply, row.id, signal),
  });
  const lines = ((data?.lines ?? []) as readonly WireRow[]).filter((line) => Number(line.outQty ?? 0) > 0);
  if (lines.length === 0) return null;
  return (
    <section className="detail-group">
      <h3>{t(['工具照片', 'Photos of the tools'])}</h3>
      <table className="tool-photo-lines">
        <thead>
          <tr>
            <th scope="col">{t(['工具', 'Tool'])}</th>
            <th scope="col">{t(toolPhotoWords.out)}</th>
            <th scope="col">{t(toolPhotoWords.return)}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} data-line={String(line.toolName)}>
              <th scope="row">
                {String(line.toolName ?? '')} <span className="mono quiet">{String(line.serialNo ?? '')}</span>
              </th>
              <td>
                <LinePhotos line={line} when="out" size={64} />
              </td>
              <td>
                <LinePhotos line={line} when="return" size={64} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
