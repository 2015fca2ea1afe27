import { ChartGantt, ChevronLeft, ChevronRight, Map as MapIcon, Undo2, WandSparkles } from 'lucide-react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { BoardChoices } from './pool/choices.view.tsx';
import { put, useBoard } from './state/board-store.view.tsx';
import { undo } from './state/place.view.tsx';
import { type BoardData, isOnDuty } from './state/use-board-data.view.tsx';
import { clockOf, dayOnly, boardDayWords, useWords } from './state/words.view.tsx';

/** The shown day or week, with buttons to step back and forth, and to return to today. */
function Days({ data, now, turn }: { data: BoardData; now: string; turn: (days: number) => void }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const span = useBoard((state) => state.span);
  const { board } = data;
  const [first, last] = [board?.from ?? '', board?.to ?? ''];
  const today = first === now.slice(0, 10);
  return (
    // A click does not take the focus, so Enter still sends the chosen order.
    <span
      className="stepper"
      role="group"
      aria-label={t(['日期', 'Days'])}
      onMouseDown={(event) => event.preventDefault()}
    >
      <button type="button" aria-label={t(['往前', 'Back'])} onClick={() => turn(-1)}>
        <ChevronLeft size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="stepper-day"
        title={t(['回到今天（T）', 'Back to today (T)'])}
        onClick={() => put({ day: null })}
      >
        {first
          ? span === 'week'
            ? `${dayOnly(first, language)} – ${dayOnly(last, language)}`
            : boardDayWords(first, language)
          : '…'}
        {today && <span className="quiet"> {t(['今天', 'today'])}</span>}
      </button>
      <button type="button" aria-label={t(['往后', 'Forward'])} onClick={() => turn(1)}>
        <ChevronRight size={16} aria-hidden />
      </button>
    </span>
  );
}

/** The toolbar: days, teams, view, and the last dispatches that can be undone. */
export function Toolbar({
  data,
  now,
  turn,
  phone,
  onPlan,
}: {
  data: BoardData;
  now: string;
  turn: (days: number) => void;
  phone?: boolean;
  /** Plan the shown day. Absent if the person may not dispatch. */ onPlan?: () => void;
}): ReactElement {
  const t = useT();
  const words = useWords();
  const [span, face, teams, onDuty, last] = [
    useBoard((state) => state.span),
    useBoard((state) => state.face),
    useBoard((state) => state.teams),
    useBoard((state) => state.onDuty),
    useBoard((state) => state.undoable.at(-1)),
  ];
  const people = data.board?.technicians ?? [];
  const working = people.filter(isOnDuty).length;
  const all = [...new Set(people.map((one) => one.team))].map((key) => ({
    key,
    label: words.team.of(key),
    count: people.filter((one) => one.team === key).length,
  }));
  return (
    <header className="board-head">
      <h1>{t(['派工看板', 'Dispatch board'])}</h1>
      <Days data={data} now={now} turn={turn} />
      {!phone && (
        <SegmentedControl
          label={t(['视图', 'View'])}
          items={[
            { key: 'day', label: t(['日', 'Day']) },
            { key: 'week', label: t(['周', 'Week']) },
          ]}
          value={span}
          onChange={(one) => put({ span: one, cell: null, ...(one === 'week' && { face: 'rows' as const }) })}
        />
      )}
      {!phone && (
        <SegmentedControl
          label={t(['排程或地图', 'Schedule or map'])}
          items={[
            {
              key: 'rows',
              label: (
                <>
                  <ChartGantt size={14} aria-hidden /> {t(['排程', 'Schedule'])}
                </>
              ),
            },
            {
              key: 'map',
              title: t(['地图（G）', 'Map (G)']),
              label: (
                <>
                  <MapIcon size={14} aria-hidden /> {t(['地图', 'Map'])}
                </>
              ),
            },
          ]}
          value={face}
          onChange={(one) => put(one === 'map' ? { face: 'map', span: 'day', cell: null } : { face: 'rows' })}
        />
      )}
      <BoardChoices
        label={t(['班组', 'Teams'])}
        all={t([`班组 全部 ${all.length} 个`, `Teams: all ${all.length}`])}
        choices={all}
        chosen={teams}
        onChoose={(chosen) => put({ teams: chosen })}
      />
      <button
        type="button"
        className="chip"
        data-active={onDuty}
        aria-pressed={onDuty}
        title={t([
          '只列当天上班或有任务的技师',
          'Only technicians who are at work on the days shown, or have a visit there',
        ])}
        onClick={() => put({ onDuty: !onDuty })}
      >
        {t(['技师 当班', 'On duty'])}{' '}
        <b>
          {working}/{people.length}
        </b>
      </button>
      <span className="spring" />
      {!phone && (
        <span className="live-mark quiet">
          <i aria-hidden />
          {t(['实时', 'live'])} {clockOf(now)}
        </span>
      )}
      {!phone && (
        <button
          type="button"
          className="button plain"
          disabled={!last}
          title={last ? undefined : t(['没有可撤销的派工：技师查看后不能撤销', 'Nothing to undo: what was seen stays'])}
          onClick={() => {
            if (last) void undo(last.visitId);
          }}
        >
          <Undo2 size={15} aria-hidden /> {t(['撤销', 'Undo'])} <kbd>U</kbd>
        </button>
      )}
      {!phone && onPlan && (
        <button type="button" className="button" onClick={onPlan}>
          <WandSparkles size={15} aria-hidden /> {t(['自动排程', 'Plan the day'])} <kbd>A</kbd>
        </button>
      )}
    </header>
  );
}
