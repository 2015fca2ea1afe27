import type { Tone } from '#kernel/language/dictionary.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import type { Band } from '#kernel/web/registry/band.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { TimeLeft } from '#business/scheduling/sla/time-left.view.tsx';
import { readBand } from './band.calls.ts';
import './case-band.css';

/** Return a function that reads the band of a row: the progress of its order, shown at the head of the row's page. */
export const caseBand =
  (of: AnyPaper) =>
  async (row: WireRow, signal: AbortSignal): Promise<Band> => {
    const { stations, clock, step, others } = await askCall(
      readBand,
      { paper: of.name, id: row.id },
      { signal, quiet: true },
    );
    return {
      stations: stations.map((one) => ({ ...one, tone: one.tone as Tone })),
      clock: clock && (
        <span className="case-clock" data-paused={clock.paused}>
          {clock.label} <TimeLeft began={clock.began} due={clock.due} now={momentNow()} />
        </span>
      ),
      step,
      others,
    };
  };
