/** What a login may ask of somebody before he works. */
export type FirstStep = 'password' | 'factor';
