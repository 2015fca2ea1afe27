import {
  FileArchive,
  FileAudio,
  FileSpreadsheet,
  FileText,
  File as FileMark,
  FileVideo,
  type LucideIcon,
} from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useT } from '../i18n/words.ts';
import './pickers.css';

/** Return the ending of a file, from its link or its name; empty where neither has one. */
const endingOf = (link: string, name: string | undefined): string =>
  (
    /[?&]as=([a-z0-9]+)/.exec(link)?.[1] ??
    /\.([a-z0-9]{1,5})$/i.exec(name ?? '')?.[1] ??
    /\.([a-z0-9]{1,5})(?:\?|$)/i.exec(link)?.[1] ??
    ''
  ).toLowerCase();

const pictures = new Set(['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif', '']);
const marks: Readonly<Record<string, LucideIcon>> = {
  pdf: FileText,
  doc: FileText,
  docx: FileText,
  txt: FileText,
  xls: FileSpreadsheet,
  xlsx: FileSpreadsheet,
  csv: FileSpreadsheet,
  mp4: FileVideo,
  mov: FileVideo,
  mp3: FileAudio,
  zip: FileArchive,
};

/**
 * Return the link of the thumbnail of a stored picture. The link of a file that was just chosen is returned unchanged.
 */
const small = (link: string): string => (link.includes('/blade-resource/file/') ? `${link}&size=thumb` : link);

/** A thumbnail: a small picture, or an icon for other files. A click opens the file. */
export function FileThumb({ link, name, size }: { link: string; name?: string; size: number }): ReactElement {
  const ending = endingOf(link, name);
  const [broken, setBroken] = useState(false);
  const t = useT();
  const last = link.split('?')[0].split('/').at(-1) ?? '';
  // The last part of the link of a stored file is its id, so show a general word instead.
  const word = pictures.has(ending) ? t(['图片', 'Picture']) : t(['文件', 'File']);
  const title = name ?? (/^\d{15,}$/.test(last) ? word : last);
  const Mark = marks[ending] ?? FileMark;
  return (
    <a
      className="file-thumb"
      style={{ width: size, height: size }}
      href={link}
      target="_blank"
      rel="noreferrer"
      title={title}
      onClick={(event) => event.stopPropagation()}
    >
      {broken || !pictures.has(ending) ? (
        <Mark size={Math.min(size - 8, 24)} aria-label={title} />
      ) : (
        <img src={small(link)} alt={title} width={size} height={size} loading="lazy" onError={() => setBroken(true)} />
      )}
    </a>
  );
}
