import { Operations } from './generated/operations.ts';
import type { Input, Options, Route } from './request.ts';
import { type Settings, Transport } from './transport.ts';

/** One write of a batch. */
export type BatchItem = {
  /** `create`, `update`, `delete`, or an action such as `archive`. */
  readonly action: string;
  readonly id?: string;
  readonly data?: object;
};

export type BatchAnswer = {
  readonly mode: 'atomic' | 'independent';
  readonly results: readonly { readonly status: number; readonly [more: string]: unknown }[];
};

/**
 * A client of one service, with one method for each operation that it has.
 *
 * ```ts
 * const daybook = new Daybook({ url, credentials: { apiKey } });
 * const client = await daybook.createClient({ type: 'business', display_name: 'Blue Door Books' });
 * for await (const sale of daybook.listSales({ client_id: client.id })) console.log(sale.number, sale.total);
 * ```
 */
export class Daybook extends Operations {
  readonly #transport: Transport;

  constructor(settings: Settings) {
    const transport = new Transport(settings);
    super((route, input, options) => transport.send(route, input, options));
    this.#transport = transport;
  }

  /** Up to 100 writes of one resource, such as `clients`: all or none of them, or each by itself. */
  async batch(
    resource: string,
    input: { readonly mode: BatchAnswer['mode']; readonly operations: readonly BatchItem[] },
    options: Options = {},
  ): Promise<BatchAnswer> {
    const response = await this.#transport.send(`POST /${resource}/batch`, input, options);
    // The shape that every batch answers.
    return (await response.json()) as BatchAnswer;
  }

  /** Any call, as it is answered: for what a newer service has and this version of the client does not know. */
  send(route: Route, input: Input = {}, options: Options = {}): Promise<Response> {
    return this.#transport.send(route, input, options);
  }
}
