/** PostgreSQL interval: how long after the watch of a repair has ended late messages can still change its verdict. */
export const JUDGED_LATE = '1 day';
