/** Step that a login may require before the session works. */
export type FirstStep = 'password' | 'factor';
