import type { ReactElement } from 'react';
import { FileBox } from '#kernel/web/pickers/file-box.tsx';
import type { Field } from '#kernel/language/field.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type FileOptions, unfit } from './file.ts';
import { type InputFace, type KindInput, asList } from '../faces.view.tsx';
import { TextSearch } from '../search.view.tsx';

function FilesInput(face: InputFace): ReactElement {
  const { takes = 'any', most, endings, upload } = face.field as FileOptions;
  const t = useT();
  const fits = (file: File): boolean => {
    const words = unfit(face.field as FileOptions & Field, {
      extension: /\.(\w+)$/.exec(file.name)?.[1] ?? '',
      kb: Math.ceil(file.size / 1024),
    });
    if (words) toast.bad(t(words));
    return !words;
  };
  const many = Boolean(face.field.many);
  return (
    <FileBox
      id={face.id}
      disabled={face.disabled}
      links={asList(face.value)}
      takes={takes}
      endings={endings}
      upload={upload}
      fits={fits}
      most={many ? (most ?? 9) : 1}
      onChange={(links) => face.onChange(many ? links : (links[0] ?? null))}
    />
  );
}

export const fileInput: KindInput = { Input: FilesInput, Search: TextSearch };
export const filesInput: KindInput = { ...fileInput };
