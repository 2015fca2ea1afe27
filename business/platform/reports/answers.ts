/** One group of an answer: what it is called, how many rows, and their sum where one was asked for. */
export interface ReportGroup { readonly key: string; readonly label: string; readonly count: number; readonly sum: string | null }

/** What a report says about the rows that whoever runs it sees. */
export interface ReportAnswer { readonly groups: readonly ReportGroup[]; readonly count: number; readonly sum: string | null; /** There are more groups than are shown. */ readonly more: boolean }
