/**
 * Number of series in which the audit of a company is numbered, each without a gap. A writer waits only for writers of
 * the same series.
 */
const SERIES = 8;

/** Distance between the first numbers of two series; entries below it are older than the series. */
export const BETWEEN_SERIES = 1_000_000_000_000;

/** SQL: the series of this connection. */
export const ownSeries = `(pg_backend_pid() % ${SERIES} + 1)`;

/** SQL: the first number of this connection's series. */
export const seriesBegin = `${ownSeries} * ${BETWEEN_SERIES}`;
