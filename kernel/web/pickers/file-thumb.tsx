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

/** What a file is, by the ending that its link or its name carries; empty where neither says it. */
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

/** A stored picture in small; what the browser holds itself (a fresh upload) is small enough. */
const small = (link: string): string => (link.includes('/blade-resource/file/') ? `${link}&size=thumb` : link);

/** A file as small as it can be told apart: pictures in small, all others by their mark. A click opens it whole. */
export function FileThumb({ link, name, size }: { link: string; name?: string; size: number }): ReactElement {
  const ending = endingOf(link, name);
  const [broken, setBroken] = useState(false);
  const t = useT();
  const last = link.split('?')[0].split('/').at(-1) ?? '';
  // The id of a stored file is no name.
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
