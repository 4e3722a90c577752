import { shopOf } from './sales-shop.ts';
import type { Wire, World } from './world.ts';

/** A business with a bank account that statements of one line are imported into. */
export async function bankBusiness(world: World) {
  const as = await world.found('Shop');
  const shop = shopOf(world, as);
  const call = async (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });
  const keyed = async (name: string, input: object = {}): Promise<Wire> => shop.keyed(name, input);
  const { data: accounts } = await call('list_accounts', { limit: 100 });
  const account = (role: string): string => accounts.find((one: Wire) => one.system_role === role)?.id;
  const byCode = (code: string): string => accounts.find((one: Wire) => one.code === code)?.id;
  const bank = await call('create_bank_account', {
    name: 'Current',
    account_id: account('bank'),
    iban: 'DE75512108001245126199',
  });
  let lines = 0;
  const sold = async (client_id: string, total: string, more: Wire = {}): Promise<Wire> =>
    shop.draft([total], { client_id, sale_date: '2026-03-01', confirm: true, ...more });
  const due = async (sale: Wire): Promise<string> => (await call('get_sale', { id: sale['id'] })).amount_due;
  const best = async (line: Wire): Promise<Wire> => (await call('suggest_bank_matches', { id: line['id'] })).data[0];
  const line = async (amount: string, text: string, more: Wire = {}): Promise<Wire> => {
    lines += 1;
    const { day = '2026-03-16', of = bank, ...party } = more;
    const rows = [['Buchungstag', 'Betrag', 'Verwendungszweck', 'Name', 'IBAN', 'Referenz']].concat([
      [day, amount, text, party['name'] ?? '', party['iban'] ?? '', `ref${lines}`],
    ]);
    const { lines: read } = await call('import_bank_statement', {
      bank_account_id: of.id,
      content: rows.map((row) => row.join(';')).join('\n'),
      mapping: {
        booking_day: 'Buchungstag',
        amount: 'Betrag',
        text: 'Verwendungszweck',
        name: 'Name',
        counterparty_account: 'IBAN',
        reference: 'Referenz',
      },
      number_format: 'decimal_point',
    });
    return call('get_bank_line', { id: read[0].line_id });
  };
  return { as, shop, call, keyed, account, byCode, bank, line, sold, due, best };
}
