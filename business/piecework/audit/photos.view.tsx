import type { ReactElement } from 'react';
import { FileThumb } from '#kernel/web/pickers/file-thumb.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import type { AuditPhotoClass } from '../pieces/audit/audit.calls.ts';
import { captionIn, textOf } from './row-text.rules.ts';

const SHOWN = 3;
const SIZE = 56;

function ClassPhotos({ one, all }: { one: AuditPhotoClass; all: boolean }): ReactElement {
  const t = useT();
  const failed = one.files.filter((file) => textOf(file, 'checkResult') === 'fail');
  const missing = Math.max(0, one.wanted - (one.files.length - failed.length));
  const shown = all ? one.files : one.files.slice(0, SHOWN);
  return (
    <figure className="audit-photos" data-class={one.classifyName}>
      <figcaption>
        {one.classifyName}{' '}
        <small className={missing ? 'amber' : 'quiet'}>
          {missing ? `${one.files.length - failed.length} / ${one.wanted}` : one.files.length}
        </small>
      </figcaption>
      <div>
        {shown.map((file) => {
          const result = textOf(file, 'checkResult');
          const words = [captionIn(file, 'takenTime'), captionIn(file, 'checkResult'), textOf(file, 'checkNote')]
            .filter(Boolean)
            .join(' · ');
          return (
            <span key={file.id} className="audit-photo" data-check={result} title={words}>
              <FileThumb link={textOf(file, 'fileUrl')} name={`${one.classifyName} ${words}`} size={SIZE} />
            </span>
          );
        })}
        {one.files.length > shown.length && (
          <span className="audit-photo-more quiet">+{one.files.length - shown.length}</span>
        )}
        {missing > 0 && <span className="audit-missing">{t([`缺 ${missing}`, `${missing} missing`])}</span>}
      </div>
    </figure>
  );
}

/** The photos by class. A missing required photo is shown as an empty slot. */
export function AuditPhotos({
  photos,
  all,
  onAll,
}: {
  photos: readonly AuditPhotoClass[] | undefined;
  all: boolean;
  onAll: () => void;
}): ReactElement {
  const t = useT();
  const count = (photos ?? []).reduce((sum, one) => sum + one.files.length, 0);
  return (
    <section className="audit-block">
      <h2>
        {t(['照片', 'Photos'])} <small className="quiet">{photos && t([`${count} 张`, String(count)])}</small>
        {photos?.some((one) => one.files.length > SHOWN) && (
          <button type="button" className="link" onClick={onAll}>
            {all ? t(['收起', 'Fewer']) : t(['全部查看', 'All'])} <kbd>P</kbd>
          </button>
        )}
      </h2>
      <div className="audit-photo-row">
        {photos?.map((one) => (
          <ClassPhotos key={one.classifyId} one={one} all={all} />
        ))}
        {photos?.length === 0 && (
          <p className="quiet">{t(['这类工单不要求照片', 'This kind of order asks for no photos'])}</p>
        )}
        {!photos && <i className="skeleton" style={{ width: 240 }} />}
      </div>
    </section>
  );
}
