import { Camera, CircleCheck, CloudUpload } from 'lucide-react';
import { type ChangeEvent, type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { takePhoto } from '#kernel/web/pickers/camera/take-photo.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { queueToolPhoto } from './tool-asks.view.tsx';
import type { HeldTool } from './own-tools.calls.ts';
import { TOOL_PHOTO_STEP } from './tool-steps.rules.ts';

type When = 'out' | 'return';

const labels: Readonly<Record<When, Label>> = { out: ['领用照', 'Photo out'], return: ['归还照', 'Photo back'] };

/** A button of the camera, with the number of photos. Photos on this phone alone wait for the network. */
function PhotoButton({ of, when, count }: { of: HeldTool; when: When; count: number }): ReactElement {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const isWaiting = useOutbox((state) => state.steps).some(
    (step) =>
      step.name === TOOL_PHOTO_STEP && step.state === 'waiting' && step.body.id === of.id && step.body.when === when,
  );
  const add = async (file: File): Promise<void> => {
    setBusy(true);
    try {
      await queueToolPhoto(of, when, (await takePhoto(file)).blob);
    } catch {
      toast.bad(t(['这个文件不是照片，或者已损坏', 'This file is no photo, or it is broken']));
    } finally {
      setBusy(false);
    }
  };
  const chosen = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.target.files ?? [];
    if (file) void add(file);
    event.target.value = '';
  };
  const Icon = isWaiting ? CloudUpload : count > 0 ? CircleCheck : Camera;
  return (
    <label className="day-text">
      <Icon size={18} aria-hidden />
      {t(labels[when])}
      {count > 0 && ` ${count}`}
      {isWaiting && <span className="sr-only">{t(['待发送', 'To be sent'])}</span>}
      <input
        type="file"
        accept="image/*"
        capture="environment"
        data-when={when}
        disabled={isBusy}
        aria-label={`${t(labels[when])} ${of.toolName}`}
        onChange={chosen}
      />
    </label>
  );
}

/** The photos of a tool at its hand-out and its return. */
export function ToolPhotos({ of }: { of: HeldTool }): ReactElement {
  return (
    <span className="goods-photos">
      <PhotoButton of={of} when="out" count={of.outPhotos} />
      <PhotoButton of={of} when="return" count={of.returnPhotos} />
    </span>
  );
}
