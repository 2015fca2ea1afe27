/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */
export const SCHEMA = 62;
// Of tables and patches with the sum 0Mzj6ydE_1oZ_HQylXHQtwSIAqynsHR9AgjfNLvmPMI.
