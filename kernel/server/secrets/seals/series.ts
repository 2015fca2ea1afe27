/** A company's audit is numbered in so many series, each without a gap: who writes waits only for those of the same series. */
const SERIES = 8;

/** What lies between the first numbers of two series; below it stand the entries of the time when there was one. */
export const BETWEEN_SERIES = 1_000_000_000_000;

/** SQL: the series of this connection. */
export const ownSeries = `(pg_backend_pid() % ${SERIES} + 1)`;

/** SQL: what the numbers of this connection's series are counted from. */
export const seriesBegin = `${ownSeries} * ${BETWEEN_SERIES}`;
