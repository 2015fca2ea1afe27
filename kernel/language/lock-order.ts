/**
 * One place in the order in which a transaction takes its locks. `paper`: rows of this paper. `under`: fields of such a row that point at rows
 * further up; whoever locks the row locks those first
 * (`field`, or `field=paper.field` where it says another word than the id). `within`: it is locked by
 * nobody who does not hold the row that its first field points at, so that it stands nowhere itself. `named`: locks by a word that begins so, where they do not stand before all rows.
 */
export type LockPlace = { readonly paper: string; readonly under?: readonly string[]; readonly within?: true } | { readonly named: string };
