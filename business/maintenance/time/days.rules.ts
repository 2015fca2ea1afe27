/** Days and moments are reckoned the same way in every room. */
export * from '#kernel/fields/moment/days.ts';
