/** How long after a watch a message that comes late still changes its verdict, as an interval of PostgreSQL. */
export const JUDGED_LATE = '1 day';
