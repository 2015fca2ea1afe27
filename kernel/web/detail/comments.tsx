import { Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { postJson } from '../http/http.ts';
import { type Option, useOptions } from '../pickers/options.ts';
import { queryClient } from '../query/client.ts';
import { momentWords, shortMoment } from '../i18n/dates.ts';
import { portrait } from '../i18n/portrait.tsx';
import { useLanguage, useT } from '../i18n/words.ts';
import { COMMENTS, type CommentEntry, commentsKey, useComments } from './use-comments.ts';
import './comments.css';

const MAX_LETTERS = 1000;
const MAX_OFFERED = 6;
/** Matches an @ and the part of a name after it, at the end of the typed text. */
const CALLING = /@([^\s@]{0,20})$/;

/** The text of a comment with highlighted mentions. */
function Words({ comment }: { comment: CommentEntry }): ReactElement {
  const names = comment.mentions.map((one) => `@${one.name}`).filter((name) => comment.words.includes(name));
  const parts = names.length
    ? comment.words.split(
        new RegExp(`(${names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`),
      )
    : [comment.words];
  return <p>{parts.map((part, at) => (names.includes(part) ? <b key={at}>{part}</b> : part))}</p>;
}

function Said({ of, id, comment }: { of: AnyPaper; id: string; comment: CommentEntry }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const back = async (): Promise<void> => {
    await postJson(`${COMMENTS}/remove`, { id: comment.id }).catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey: commentsKey(of, id) });
  };
  return (
    <li className="comment">
      {portrait(comment.byName, comment.portrait)}
      <div>
        <small>
          <b>{comment.byName}</b>{' '}
          <time title={momentWords(comment.at, language, 'second')}>{shortMoment(comment.at)}</time>
        </small>
        <Words comment={comment} />
      </div>
      {comment.mayRemove && (
        <button
          type="button"
          className="icon-button small"
          aria-label={t(['撤回', 'Take back'])}
          title={t(['10 分钟内可撤回', 'May be taken back within ten minutes'])}
          onClick={() => void back()}
        >
          <Undo2 size={14} aria-hidden />
        </button>
      )}
    </li>
  );
}

/** The list of people whose names match the typed text after the @. */
function Offered({
  options,
  at,
  onTake,
}: {
  options: readonly Option[];
  at: number;
  onTake: (option: Option) => void;
}): ReactElement {
  const t = useT();
  return (
    <ul className="comment-people" role="listbox" aria-label={t(['提到谁', 'People to mention'])}>
      {options.map((option, index) => (
        <li
          key={option.id}
          role="option"
          aria-selected={index === at}
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(option);
          }}
        >
          {portrait(option.label, option.portrait)}
          {option.label} <small>{option.hint}</small>
        </li>
      ))}
    </ul>
  );
}

function Write({ of, id }: { of: AnyPaper; id: string }): ReactElement {
  const t = useT();
  const [words, setWords] = useState('');
  const [named, setNamed] = useState<readonly Option[]>([]);
  const [at, setAt] = useState(0);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const calling = CALLING.exec(words)?.[1];
  const { options } = useOptions('user', calling ?? '', {}, calling !== undefined);
  const offered =
    calling === undefined
      ? []
      : options
          .filter((one) => !named.some((other) => other.id === one.id && words.includes(`@${other.label} `)))
          .slice(0, MAX_OFFERED);
  const take = (option: Option): void => {
    setWords(words.replace(CALLING, `@${option.label} `));
    setNamed([...named.filter((one) => one.id !== option.id), option]);
    setAt(0);
    box.current?.focus();
  };
  const send = async (): Promise<void> => {
    if (!words.trim() || busy) return;
    setBusy(true);
    try {
      await postJson(COMMENTS, {
        paper: of.name,
        id,
        words: words.trim(),
        mentions: named.filter((one) => words.includes(`@${one.label}`)).map((one) => one.id),
      });
      setWords('');
      setNamed([]);
      await queryClient.invalidateQueries({ queryKey: commentsKey(of, id) });
    } catch {
      /* The call has shown a refusal as a toast; the typed text remains. */
    } finally {
      setBusy(false);
    }
  };
  const press = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const chosen = offered[at];
    if (chosen && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      take(chosen);
      return;
    }
    if (offered.length && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setAt((at + (event.key === 'ArrowDown' ? 1 : offered.length - 1)) % offered.length);
      return;
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
  };
  return (
    <form
      className="comment-write"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={box}
        className="plain-input"
        rows={2}
        maxLength={MAX_LETTERS}
        aria-label={t(['评论', 'Comment'])}
        placeholder={t(['说点什么，输入 @ 提到同事', 'Write a comment; type @ to mention a colleague'])}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      {offered.length > 0 && <Offered options={offered} at={at} onTake={take} />}
      <button
        type="submit"
        className="button strong"
        disabled={busy || !words.trim()}
        title={words.trim() ? undefined : t(['先写评论', 'Write the comment first'])}
      >
        {t(['发表', 'Send'])} <kbd>Ctrl ⏎</kbd>
      </button>
    </form>
  );
}

/** The comments of a record, and an input for a new one. */
export default function Comments({ of, id }: { of: AnyPaper; id: string }): ReactElement {
  const t = useT();
  const comments = useComments(of, id);
  return (
    <div className="comments">
      {comments.length === 0 ? (
        <p className="quiet">{t(['还没有评论', 'No comments yet'])}</p>
      ) : (
        <ul>
          {comments.map((one) => (
            <Said key={one.id} of={of} id={id} comment={one} />
          ))}
        </ul>
      )}
      <Write of={of} id={id} />
    </div>
  );
}
