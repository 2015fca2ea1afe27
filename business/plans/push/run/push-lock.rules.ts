/** Steps of pushes of a company wait for each other, on all servers: limits of a day hold. */
export const PUSH_LOCK = 'push run';
