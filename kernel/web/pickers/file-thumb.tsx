import { File as FileMark } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import './pickers.css';

/** The link of a stored file carries no ending: whether it is a picture is seen by trying. */
const mayBePicture = (link: string): boolean => !/\.(?!png|jpe?g|webp|gif|avif)\w{2,5}(\?|$)/i.test(link);

/** A file as small as it can be told apart; a click opens it. */
export function FileThumb({ link, name, size }: { link: string; name?: string; size: number }): ReactElement {
  const [broken, setBroken] = useState(!mayBePicture(link));
  const title = name ?? link.split('?')[0].split('/').at(-1) ?? '';
  return (
    <a className="file-thumb" style={{ width: size, height: size }} href={link} target="_blank" rel="noreferrer" title={title} onClick={(event) => event.stopPropagation()}>
      {broken ? <FileMark size={Math.min(size - 8, 24)} aria-label={title} /> : <img src={link} alt={title} width={size} height={size} loading="lazy" onError={() => setBroken(true)} />}
    </a>
  );
}
