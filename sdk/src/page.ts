/** One page of a list. */
export type Page<Row> = { readonly data: readonly Row[]; readonly next_cursor: string | null };

/**
 * A list. Awaited it is its first page, with whatever else the service says of it; iterated it is every record, read
 * page by page as they are asked for.
 */
export class Pages<Answer extends Page<unknown>> implements PromiseLike<Answer> {
  readonly #read: (cursor?: string) => Promise<Answer>;
  #first: Promise<Answer> | undefined;

  constructor(read: (cursor?: string) => Promise<Answer>) {
    this.#read = read;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a list is its first page
  then<Done = Answer, Failed = never>(
    done?: ((page: Answer) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    // oxlint-disable-next-line promise/no-callback-in-promise -- what `then` is
    return this.#start().then(done, failed);
  }

  /** Every page, one after the other. */
  async *pages(): AsyncGenerator<Answer, void, undefined> {
    let page = await this.#start();
    for (;;) {
      yield page;
      if (page.next_cursor === null) return;
      page = await this.#read(page.next_cursor);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Answer['data'][number], void, undefined> {
    // The type of a row of this answer, which the compiler does not see through the bound of `Answer`.
    for await (const page of this.pages()) yield* page.data as readonly Answer['data'][number][];
  }

  /** Every record in one array: for lists that are known to be short. */
  async all(): Promise<Answer['data'][number][]> {
    const rows: Answer['data'][number][] = [];
    for await (const row of this) rows.push(row);
    return rows;
  }

  #start(): Promise<Answer> {
    this.#first ??= this.#read();
    return this.#first;
  }
}
