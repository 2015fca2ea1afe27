import { must } from '#kernel/language/must.ts';
import { Camera } from 'lucide-react';
import { ChoiceRow } from '#kernel/web/pickers/choice/choice-row.tsx';
import { type ChangeEvent, type PointerEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { blobOf, takePhoto } from '#kernel/web/pickers/camera/take-photo.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT, words } from '#kernel/web/i18n/words.ts';
import { type FinishDraft, hasCharges } from '#business/completion/finish/draft.rules.ts';
import { FormBlock, type SectionProps } from '#business/completion/finish/parts.view.tsx';
import { useBlobUrl } from '#business/completion/finish/blob-url.view.tsx';

const INK = '#1b2330';
const PAPER = '#ffffff';
const WIDTH = 2.4;

/** A pad to sign with a finger. Dark on white in every theme, for the print. */
function SignPad({ onSign }: { onSign: (sign: Blob) => void }): ReactElement {
  const t = useT();
  const sheet = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number } | null>(null);
  const penOf = (): CanvasRenderingContext2D => must(sheet.current, 'sheet').getContext('2d')!;
  useEffect(() => {
    const canvas = must(sheet.current, 'sheet');
    const scale = Math.min(2, devicePixelRatio || 1);
    const { width, height } = canvas.getBoundingClientRect();
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const pen = penOf();
    pen.scale(scale, scale);
    pen.fillStyle = PAPER;
    pen.fillRect(0, 0, width, height);
    Object.assign(pen, { strokeStyle: INK, lineWidth: WIDTH, lineCap: 'round', lineJoin: 'round' });
  }, []);
  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent): { x: number; y: number } => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const draw = (event: PointerEvent): void => {
    if (!last.current) return;
    const to = pointOf(event);
    const pen = penOf();
    pen.beginPath();
    pen.moveTo(last.current.x, last.current.y);
    pen.lineTo(to.x, to.y);
    pen.stroke();
    last.current = to;
  };
  const end = (): void => {
    if (!last.current) return;
    last.current = null;
    void blobOf(must(sheet.current, 'sheet'), 'image/png').then(onSign);
  };
  return (
    <canvas
      ref={sheet}
      className="day-sign"
      role="img"
      aria-label={t(['请客户在这里签名', 'The customer signs here'])}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = pointOf(event);
        draw(event);
      }}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

function Signed({ draft, put, due }: Pick<SectionProps, 'draft' | 'put'> & { due: string }): ReactElement {
  const t = useT();
  const url = useBlobUrl(draft.sign);
  // Key of the pad: raising it opens an empty pad for a new signature. 0 shows the stored signature instead.
  const [pad, setPad] = useState(draft.sign || draft.signLink ? 0 : 1);
  return (
    <>
      {pad ? (
        <SignPad key={pad} onSign={(sign) => put({ sign, signedTotal: due })} />
      ) : (
        <img className="day-sign" src={url || draft.signLink} alt={t(['客户签名', 'Signature'])} />
      )}
      <div className="day-sign-foot">
        <input
          value={draft.signName}
          maxLength={64}
          placeholder={t(['签名人（选填）', 'Who signed (optional)'])}
          aria-label={t(['签名人', 'Who signed'])}
          onChange={(event) => put({ signName: event.target.value })}
        />
        <button
          type="button"
          className="day-text"
          onClick={() => {
            setPad(pad + 1);
            put({ sign: null, signLink: '', signedTotal: '' });
          }}
        >
          {t(['重签', 'Again'])}
        </button>
      </div>
    </>
  );
}

/** Inputs for a missing signature: its reason, and as proof a photo or the signature of a witness. */
function NotSigned({ draft, put }: Pick<SectionProps, 'draft' | 'put'>): ReactElement {
  const t = useT();
  const url = useBlobUrl(draft.proof);
  const [witness, setWitness] = useState(false);
  const taken = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file)
      void takePhoto(file)
        .then(({ blob }) => put({ proof: blob }))
        .catch(() => toast.bad(words(['这个文件不是照片，或者已损坏', 'This file is no photo, or it is broken'])));
  };
  const there = draft.proof !== null || draft.proofLink !== '';
  return (
    <>
      <label className="day-field">
        <span>{t(['为什么不签', 'Why it is not signed'])}</span>
        <input
          maxLength={255}
          value={draft.signRefused}
          onChange={(event) => put({ signRefused: event.target.value })}
        />
      </label>
      {there && !witness && (
        <img className="day-sign" src={url || draft.proofLink} alt={t(['拒签佐证', 'Proof that it was refused'])} />
      )}
      {witness && <SignPad onSign={(proof) => put({ proof })} />}
      <div className="day-sign-foot">
        <label className="day-text">
          <Camera size={18} aria-hidden />
          {t(['拍照佐证', 'Take a photo'])}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            data-class="refused"
            hidden
            onChange={(event) => {
              setWitness(false);
              taken(event);
            }}
          />
        </label>
        <button
          type="button"
          className="day-text"
          onClick={() => {
            setWitness(true);
            put({ proof: null, proofLink: '' });
          }}
        >
          {t(['见证人签名', 'A witness signs'])}
        </button>
      </div>
    </>
  );
}

const ways: readonly [FinishDraft['acceptBy'], readonly [string, string]][] = [
  ['sign', ['客户签名', 'Signature']],
  ['code', ['验收码', 'Code']],
  ['refused', ['客户不签', 'Not signed']],
];

/** The customer's acceptance: a signature, the code that was sent to them, or the reason why there is neither. */
export function SignSection({ visit, draft, put, due }: SectionProps & { due: string }): ReactElement | null {
  const t = useT();
  if (!visit.needsSignature && !hasCharges(draft)) return null;
  return (
    <FormBlock at="sign" title={t(['客户验收', 'Acceptance'])}>
      <ChoiceRow
        label={t(['验收方式', 'How it is accepted'])}
        items={ways.map(([key, label]) => ({ key, label: t(label) }))}
        value={draft.acceptBy}
        onChange={(acceptBy) => put({ acceptBy })}
      />
      {draft.acceptBy === 'sign' && <Signed draft={draft} put={put} due={due} />}
      {draft.acceptBy === 'code' && (
        <label className="day-field">
          <span>{t(['到达时发给客户的 6 位验收码', 'The six digits that the customer was sent'])}</span>
          <input
            className="day-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={draft.finishCode}
            onChange={(event) => put({ finishCode: event.target.value.replaceAll(/\D/g, '') })}
          />
        </label>
      )}
      {draft.acceptBy === 'refused' && <NotSigned draft={draft} put={put} />}
    </FormBlock>
  );
}
