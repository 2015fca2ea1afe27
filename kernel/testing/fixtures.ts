type Body = Record<string, unknown>;

/** Functions that create the rows which a sample needs. */
export interface World {
  /** Return the id of a new row of another paper. */
  fresh(paper: string, over?: Body): Promise<string>;
  /** Return the id of a shared row of another paper, for samples that need any row. */
  some(paper: string): Promise<string>;
  /** Call with the rights of the keeper, who may do everything in the company. A refusal fails the test. */
  post(path: string, body: Body): Promise<Body>;
  /** Upload a file to a call with the rights of the keeper, and return the answer. */
  upload(path: string, name: string, content: string): Promise<Body>;
  /** Return a row as the keeper sees it. */
  row(paper: string, id: string): Promise<Body>;
}

/**
 * Create the rows that a sample depends on. Return the values that its body needs. `over`: values that the test sets.
 */
export type Fixtures = (world: World, over: Body) => Promise<Body>;
