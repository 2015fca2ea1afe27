import { Upload, X } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type ReactElement, useState } from 'react';
import { uploadFile } from '../http/files.ts';
import { restoreFocus } from '../shortcuts/restore-focus.ts';
import { toast } from '../toast/toasts.ts';
import { useT } from '../i18n/words.ts';
import { FileThumb } from './file-thumb.tsx';
import './pickers.css';
import { counted } from '../i18n/plural.ts';

const accepts: Readonly<Record<string, string>> = { image: 'image/*', media: 'image/*,video/*,audio/*' };

interface FileBoxProps {
  readonly id?: string;
  readonly links: readonly string[];
  readonly takes: 'image' | 'media' | 'any' | 'binary';
  readonly most: number;
  readonly disabled?: boolean;
  /** Only files with these endings are offered. */ readonly endings?: readonly string[];
  /** Path of the call that takes the files; absent: the usual one. */ readonly upload?: string;
  /** Show why a file does not fit, and return whether it fits. */ readonly fits?: (file: File) => boolean;
  /** Called with the links of all files. `names`: the original names of the new files, by link. */ readonly onChange: (
    links: string[],
    names: Readonly<Record<string, string>>,
  ) => void;
}

/** The input of files, which are chosen, dropped or pasted from the clipboard. */
export function FileBox({
  id,
  links,
  takes,
  most,
  disabled,
  endings,
  upload,
  fits,
  onChange,
}: FileBoxProps): ReactElement {
  const t = useT();
  const [busy, setBusy] = useState(0);
  const add = async (files: readonly File[]): Promise<void> => {
    const room = files.slice(0, most - links.length).filter((file) => !fits || fits(file));
    if (files.length > most - links.length) toast.bad(t([`最多 ${most} 个文件`, `At most ${counted(most, 'file')}`]));
    setBusy(room.length);
    try {
      const made = await Promise.all(room.map((file) => uploadFile(file, upload)));
      if (made.length)
        onChange(
          [...links, ...made.map((one) => one.link)],
          Object.fromEntries(made.map((one, at) => [one.link, room[at].name])),
        );
    } finally {
      setBusy(0);
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void add([...event.dataTransfer.files]);
  };
  const paste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length) void add([...event.clipboardData.files]);
  };
  return (
    <div className="file-box" onDragOver={(event) => event.preventDefault()} onDrop={drop} onPaste={paste}>
      {links.map((link) => (
        <span key={link} className="file-item">
          <FileThumb link={link} size={64} />
          {!disabled && (
            <button
              type="button"
              className="icon-button small"
              aria-label={t(['移除文件', 'Remove file'])}
              onClick={({ currentTarget }) => {
                const item = currentTarget.closest('.file-item');
                restoreFocus(item?.nextElementSibling, item?.closest('.file-box'));
                onChange(
                  links.filter((one) => one !== link),
                  {},
                );
              }}
            >
              <X size={12} aria-hidden />
            </button>
          )}
        </span>
      ))}
      {links.length < most && !disabled && (
        <label className="file-add" aria-busy={busy > 0}>
          <Upload size={16} aria-hidden />
          <span>{busy ? t(['正在上传…', 'Uploading…']) : t(['选择、拖入或粘贴', 'Choose, drop or paste'])}</span>
          <input
            id={id}
            type="file"
            className="sr-only"
            multiple={most > 1}
            accept={
              endings
                ?.map((ending) => `.${ending}`)
                .concat(endings.includes('jpg') ? ['.jpeg'] : [])
                .join(',') ?? accepts[takes]
            }
            onChange={(event) => {
              void add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
      )}
    </div>
  );
}
