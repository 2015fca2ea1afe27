import { Camera } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { asList } from '#kernel/fields/faces.view.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { uploadFile } from '#kernel/web/http/files.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { takePhoto } from '#kernel/web/pickers/camera/take-photo.ts';
import { FileThumb } from '#kernel/web/pickers/file-thumb.tsx';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { toolApply } from '../tool-apply.paper.ts';
import { addToolPhoto } from '../tool-line.calls.ts';
import { toolLine } from '../tool-line.paper.ts';
import { MAX_TOOL_PHOTOS, type PhotoMoment, toolPhotoWords } from '../tool.rules.ts';
import './tool-photo.css';

/** A line of an application, as far as its photos need it. */
export interface PhotographedLine {
  readonly id: string;
  readonly toolName?: unknown;
  readonly outPhoto?: unknown;
  readonly returnPhoto?: unknown;
}

/** Scale a photo down, store it, and add it to a line. */
async function store(line: PhotographedLine, when: PhotoMoment, file: File): Promise<void> {
  const { blob } = await takePhoto(file);
  const { link } = await uploadFile(new File([blob], `${line.id}-${when}.jpg`, { type: blob.type }));
  await askCall(addToolPhoto, { id: line.id, when, file: link });
  refresh(toolLine.name);
  refresh(toolApply.name);
}

/** A button that adds a photo of a tool: the camera of a phone or tablet, or a file. */
function AddPhoto({ line, when }: { line: PhotographedLine; when: PhotoMoment }): ReactElement {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const label = `${t(toolPhotoWords[when])} ${String(line.toolName ?? '')}`;
  const add = (file: File): void => {
    setBusy(true);
    store(line, when, file)
      .catch((error: unknown) => {
        // A refusal is shown by the call itself.
        if (!(error instanceof Refused))
          toast.bad(t(['这个文件不是照片，或者已损坏', 'This file is no photo, or it is broken']));
      })
      .finally(() => setBusy(false));
  };
  return (
    <label className="tool-photo-add" title={label} aria-busy={isBusy}>
      <Camera size={16} aria-hidden />
      <input
        type="file"
        className="sr-only"
        accept="image/*"
        capture="environment"
        data-when={when}
        aria-label={label}
        disabled={isBusy}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) add(file);
          target.value = '';
        }}
      />
    </label>
  );
}

/** The photos of a tool at its hand-out or return. People who may write the line add further ones. */
export function LinePhotos({
  line,
  when,
  size = 32,
}: {
  line: PhotographedLine;
  when: PhotoMoment;
  size?: number;
}): ReactElement {
  const t = useT();
  const mayAdd = useMay(toolLine)('edit');
  const links = asList(when === 'out' ? line.outPhoto : line.returnPhoto);
  const name = `${t(toolPhotoWords[when])} ${String(line.toolName ?? '')}`;
  return (
    <span className="tool-photos">
      {links.map((link) => (
        <FileThumb key={link} link={link} name={name} size={size} />
      ))}
      {mayAdd && links.length < MAX_TOOL_PHOTOS && <AddPhoto line={line} when={when} />}
      {!mayAdd && links.length === 0 && <span className="quiet">—</span>}
    </span>
  );
}
