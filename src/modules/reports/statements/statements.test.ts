import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type Booked, book, soldOn } from '../../../../test/support/books.ts';
import { randomYear } from '../../../../test/support/random-year.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { tool } from '../../../../test/support/tools.ts';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { countCosts } from '../../../../test/support/transaction-costs.ts';
import { createWorld, operationNamed, type Wire } from '../../../../test/support/world.ts';
import { statementLayouts } from '../../../core/statement-layouts.ts';
import type { Actor } from '../../../operation/actor.ts';
import { run } from '../../../operation/run.ts';
import { Id } from '../../../wire/index.ts';
import { accountsOf } from '../../ledger/index.ts';

const world = await createWorld();
world.setNow('2026-12-31T12:00:00Z');
const standards = statementLayouts.filter((layout) => layout !== 'plain');

function moved(date: string, sum: string, [debit, credit]: readonly [string, string], client?: string): Booked {
  const of = client === undefined ? {} : { clientId: client };
  return {
    date,
    lines: [
      { code: debit, sum, ...of },
      { code: credit, sum: `-${sum}`, ...of },
    ],
  };
}

const cents = (amount: string | null): bigint => BigInt((amount ?? '0').replace('.', ''));

/** Figures of the lines and sums by their key, without the layout before it. */
function figures({ statement }: Wire): Record<string, string> {
  const shown = statement.lines.filter(({ kind }: Wire) => kind !== 'heading');
  return Object.fromEntries(shown.map((line: Wire) => [line.key.split(':')[1], line.amount]));
}

const sheet = (as: Actor, layout: string, more: object = {}): Promise<Wire> =>
  world.call('get_balance_sheet', { layout, ...more }, { as });
const results = (as: Actor, layout: string, more: object = {}): Promise<Wire> =>
  world.call('get_profit_and_loss', { period: 'this_year', layout, ...more }, { as });

describe('sides by balance', () => {
  test('Y10: a client who is in credit is owed, and does not make the receivables of others less', async () => {
    const as = await world.found('Y10', { chart: 'skr03' });
    const shop = shopOf(world, as);
    const [a, b] = [await shop.client(), await shop.client()];
    const uuid = ({ id }: Wire): string => Id('client').parse(id);
    await book(
      world,
      [
        moved('2026-03-01', '500.00', ['1400', '8400'], uuid(a)),
        moved('2026-04-01', '80.00', ['8400', '1400'], uuid(b)),
        // A supplier who owes, on the account of what suppliers are owed.
        moved('2026-05-01', '30.00', ['1600', '4930'], uuid(b)),
        moved('2026-05-02', '70.00', ['4930', '1600'], uuid(a)),
      ],
      as,
    );
    for (const [layout, own] of [
      ['hgb', { hgb_trade_receivables: '500.00', hgb_other_assets: '30.00', hgb_trade_payables: '70.00' }],
      ['us', { us_receivables: '500.00', us_other_current_assets: '30.00', us_payables: '70.00' }],
    ] as const) {
      const found = figures(await sheet(as, layout));
      assert.deepEqual({ ...found, ...own }, found);
    }
    const hgb = await sheet(as, 'hgb');
    assert.equal(figures(hgb)['hgb_other_liabilities'], '80.00');
    const line = hgb.statement.lines.find(({ key }: Wire) => key === 'hgb:hgb_other_liabilities');
    assert.deepEqual(
      line.accounts.map(({ code, amount }: Wire) => [code, amount]),
      [['1400', '80.00']],
    );
    // The plain form has the account, and both totals are told from one another by what changed sides.
    assert.equal(hgb.rows.find(({ code }: Wire) => code === '1400').amount, '420.00');
    assert.equal(hgb.totals.assets.amount, '420.00');
    assert.equal(figures(hgb)['hgb_assets'], '530.00');
    const behind = await world.call(
      'get_report_drilldown',
      { name: 'balance-sheet', row: 'hgb:hgb_other_liabilities' },
      { as },
    );
    assert.deepEqual([behind.total, behind.data.length], ['80.00', 1]);
  });

  test('what a member has too much does not make less what is owed to others', async () => {
    const as = await world.found('Members', { chart: 'skr03' });
    const own = { memberId: as.memberId };
    await book(
      world,
      [
        moved('2026-03-01', '500.00', ['4930', '1700']),
        {
          date: '2026-03-02',
          lines: [
            { code: '1700', sum: '80.00', ...own },
            { code: '1200', sum: '-80.00', ...own },
          ],
        },
      ],
      as,
    );
    const found = figures(await sheet(as, 'hgb'));
    assert.deepEqual([found['hgb_other_assets'], found['hgb_other_liabilities']], ['80.00', '500.00']);
    for (const [line, total] of Object.entries({ hgb_other_assets: '80.00', hgb_other_liabilities: '500.00' })) {
      const row = `hgb:${line}`;
      const behind = await world.call('get_report_drilldown', { name: 'balance-sheet', row }, { as });
      assert.deepEqual([behind.total, behind.data.length], [total, 1]);
    }
  });

  test('a bank account below zero is owed, and so is not in the cash of others', async () => {
    const as = await world.found('Overdrawn');
    await world.call('create_account', { code: '1011', name: 'Second bank', type: 'bank' }, { as });
    await book(
      world,
      [moved('2026-03-01', '200.00', ['1011', '3000']), moved('2026-03-02', '50.00', ['6000', '1010'])],
      as,
    );
    const expected = {
      hgb: ['hgb_cash', '200.00', 'hgb_bank_debt', '50.00'],
      hgb_small: ['hgb_cash', '200.00', 'hgb_liabilities', '50.00'],
      uk: ['uk_cash', '200.00', 'uk_creditors_within', '-50.00'],
      us: ['us_cash', '200.00', 'us_short_debt', '50.00'],
      ifrs: ['ifrs_cash', '200.00', 'ifrs_current_borrowings', '50.00'],
      pcg: ['pcg_cash', '200.00', 'pcg_bank_debt', '50.00'],
      pgc_pymes: ['pgc_cash', '200.00', 'pgc_short_bank_debt', '50.00'],
    };
    for (const layout of standards) {
      const [cash = '', there, debt = '', owed] = expected[layout];
      const found = figures(await sheet(as, layout));
      assert.deepEqual([found[cash], found[debt]], [there, owed], layout);
    }
  });

  test('taxes are what the authority owes or is owed in the end', async () => {
    const as = await world.found('Taxes', { chart: 'skr04' });
    const taxes = (date: string, sum: string, pair: readonly [string, string]) => moved(date, sum, pair);
    await book(
      world,
      [taxes('2026-03-01', '190.00', ['1800', '3806']), taxes('2026-03-02', '50.00', ['1406', '1800'])],
      as,
    );
    assert.equal(figures(await sheet(as, 'hgb'))['hgb_other_liabilities'], '140.00');
    await book(world, [taxes('2026-04-02', '150.00', ['1406', '1800'])], as);
    const later = figures(await sheet(as, 'hgb'));
    assert.deepEqual([later['hgb_other_assets'], later['hgb_other_liabilities']], ['10.00', undefined]);
  });
});

test('Y1, Y2, Y3, Y6, Y9: what is spread, accrued, written off and sold stands in its line', async () => {
  const as = await world.found('Spread', { chart: 'skr03' });
  await book(
    world,
    [
      // Insurance of a year from October, of which three months are past.
      moved('2026-10-01', '1200.00', ['0980', '1200']),
      moved('2026-12-31', '300.00', ['4360', '0980']),
      moved('2026-12-31', '2500.00', ['4955', '0970']),
      moved('2026-04-15', '12000.00', ['0210', '1200']),
      moved('2026-12-31', '1800.00', ['4830', '0409']),
      // A subscription from November on, with its tax.
      moved('2026-11-01', '240.00', ['1400', '0990']),
      moved('2026-11-01', '45.60', ['1400', '1776']),
      moved('2026-12-31', '40.00', ['0990', '8400']),
    ],
    as,
  );
  const day = figures(await sheet(as, 'hgb'));
  assert.deepEqual(day, {
    ...day,
    hgb_prepaid: '900.00',
    hgb_other_provisions: '2500.00',
    hgb_machinery: '12000.00',
    accumulated_depreciation: '-1800.00',
    hgb_tangible: '10200.00',
    hgb_deferred_income: '200.00',
    hgb_other_liabilities: '45.60',
    hgb_trade_receivables: '285.60',
  });
  const year = figures(await results(as, 'hgb'));
  assert.deepEqual(year, {
    ...year,
    hgb_revenue: '40.00',
    hgb_depreciation: '-1800.00',
    hgb_other_expenses: '-2800.00',
    hgb_net_result: '-4560.00',
  });
  // The machine is sold: proceeds and both of its accounts against one another, and what is gained.
  await book(
    world,
    [
      {
        date: '2026-12-31',
        lines: [
          { code: '1200', sum: '11900.00' },
          { code: '0409', sum: '1800.00' },
          { code: '0210', sum: '-12000.00' },
          { code: '1776', sum: '-1300.00' },
          { code: '2720', sum: '-400.00' },
        ],
      },
    ],
    as,
  );
  const sold = figures(await sheet(as, 'hgb'));
  assert.deepEqual(
    [sold['hgb_machinery'], sold['accumulated_depreciation'], sold['hgb_fixed_assets']],
    [undefined, undefined, undefined],
  );
  assert.equal(figures(await results(as, 'hgb'))['hgb_other_income'], '400.00');
  assert.equal(figures(await results(as, 'us'))['us_other_gains'], '400.00');
});

describe('a year of business', async () => {
  const charts = ['generic', 'skr03', 'uk', 'us', 'fr_pcg', 'es_pgc'] as const;
  for (const [seed, chart] of charts.entries()) {
    const { who, days } = await randomYear(world, 40 + seed, 120, { chart });
    world.setNow('2026-12-31T12:00:00Z');

    test(`${chart}: a layout comes to what the plain form does, and every sum to its lines`, async () => {
      for (const day of [days[40], days[80], '2025-12-31'] as string[]) {
        const plain = await sheet(who, 'plain', { as_at: day, compare: 'previous_period' });
        assert.equal(plain.statement, undefined);
        for (const layout of standards) {
          const laid = await sheet(who, layout, { as_at: day, compare: 'previous_period' });
          const { statement, ...rest } = laid;
          const { meta: _own, ...same } = rest;
          const { meta: _other, ...before } = plain;
          assert.deepEqual(same, before);
          checkSheet(laid, layout);
          checkSums(statement);
        }
        const year = { period: undefined, from: '2025-01-01', to: day, compare: 'previous_period', interval: 'month' };
        const asked = JSON.parse(JSON.stringify(year));
        for (const basis of ['accrual', 'cash']) {
          for (const layout of standards) {
            const laid = await world.call('get_profit_and_loss', { ...asked, basis, layout }, { as: who });
            const end = laid.statement.lines.at(-1);
            const { net_profit: profit } = laid.totals;
            assert.deepEqual(
              [end.kind, end.amount, end.compared, end.series],
              ['total', profit.amount, profit.compared, profit.series],
            );
            checkSums(laid.statement);
          }
        }
      }
    });

    test(`${chart}: behind every line are the entries that come to it`, async () => {
      for (const layout of ['hgb', 'uk', 'ifrs', 'pcg', 'pgc_pymes'] as const) {
        const reports = [
          { name: 'balance-sheet', asked: { as_at: days[90] }, laid: await sheet(who, layout, { as_at: days[90] }) },
          {
            name: 'profit-and-loss',
            asked: { from: '2025-01-01', to: '2025-12-31' },
            laid: await world.call(
              'get_profit_and_loss',
              { from: '2025-01-01', to: '2025-12-31', layout },
              { as: who },
            ),
          },
        ];
        for (const { name, asked, laid } of reports) {
          for (const line of laid.statement.lines.filter(({ kind }: Wire) => kind !== 'heading')) {
            const input = { name, row: line.key, layout, limit: 1, ...asked };
            const { total } = await world.call('get_report_drilldown', input, { as: who });
            assert.equal(total, line.amount, line.key);
          }
        }
      }
    });

    test(`${chart}: hledger finds the figure of each line on its accounts`, async (context) => {
      const { content } = await world.call('export_ledger', { format: 'hledger' }, { as: who });
      for (const layout of standards) {
        const { statement } = await world.call(
          'get_profit_and_loss',
          { from: '2025-01-01', to: '2025-12-31', layout },
          { as: who },
        );
        checkByHledger(context, content, { statement, sign: -1n, ends: ['-e', '2026-01-01'] });
        const laid = await sheet(who, layout, { as_at: '2025-12-31' });
        checkByHledger(context, content, { statement: laid.statement, sign: undefined, ends: ['-e', '2026-01-01'] });
      }
    });
  }
});

/** What there is, what is owed and what is the owners' agree with one another and with the plain form. */
function checkSheet(laid: Wire, layout: string): void {
  const { totals } = laid;
  const found = figures(laid);
  const of = (key: string) => cents(found[key] ?? '0.00');
  const [assets, both] = {
    hgb: ['hgb_assets', 'hgb_equity_and_liabilities'],
    hgb_small: ['hgb_assets', 'hgb_equity_and_liabilities'],
    uk: ['uk_net_assets', 'uk_capital_and_reserves'],
    us: ['assets', 'us_liabilities_and_equity'],
    ifrs: ['assets', 'ifrs_equity_and_liabilities'],
    pcg: ['pcg_assets', 'pcg_liabilities'],
    pgc_pymes: ['pgc_assets', 'pgc_equity_and_liabilities'],
  }[layout] as [string, string];
  assert.equal(of(assets), of(both), `${layout}: both sides`);
  if (layout === 'uk') return assert.equal(of(both), cents(totals.equity.amount));
  const equity = of(`${layout.split('_')[0]}_equity`);
  const left = cents(totals.equity.amount);
  const isUsedUp = layout.startsWith('hgb') && left < 0n;
  assert.equal(equity, isUsedUp ? 0n : left, `${layout}: equity`);
  assert.equal(of('hgb_deficit'), isUsedUp ? -left : 0n, `${layout}: deficit`);
  // What has changed sides makes both longer by as much.
  const longer = of(assets) - of('hgb_deficit') - cents(totals.assets.amount);
  assert.equal(of(both) - equity - cents(totals.liabilities.amount), longer, layout);
}

/** Each sum is that of the lines between its heading and it, in every column; and each line that of its accounts. */
function checkSums({ lines }: Wire): void {
  const open: bigint[][] = [];
  for (const line of lines) {
    const columns = [line.amount, line.compared, ...line.series].map(cents);
    if (line.kind === 'heading') open.push([0n, ...columns.slice(1).map(() => 0n)]);
    else if (line.kind === 'line') {
      const ofAccounts = line.accounts.reduce((sum: bigint, one: Wire) => sum + cents(one.amount), 0n);
      assert.equal(ofAccounts, columns[0], line.key);
      for (const sums of open) sums[0] = (sums[0] ?? 0n) + (columns[0] ?? 0n);
    } else if (isEndOf(lines, line)) assert.equal(open.pop()?.[0], columns[0], line.key);
  }
  assert.deepEqual(open, []);
}

/** The sum of a section stands below at the level of its heading; others end none. */
function isEndOf(lines: readonly Wire[], line: Wire): boolean {
  const at = lines.indexOf(line);
  const above = lines.slice(0, at).findLast(({ kind, level }) => kind === 'heading' && level === line.level);
  const deeper = above && lines.slice(lines.indexOf(above) + 1, at);
  return deeper !== undefined && deeper.length > 0 && deeper.every(({ level }: Wire) => level > line.level);
}

type Checked = { readonly statement: Wire; readonly sign: bigint | undefined; readonly ends: readonly string[] };

/** Sums, for each line of whole accounts, the balances that hledger has of these. */
function checkByHledger(
  context: Parameters<typeof tool>[0],
  journal: string,
  { statement, sign, ends }: Checked,
): void {
  const found = tool(context, 'hledger', 'its balances')?.on(
    journal,
    'balance',
    '-B',
    '-f',
    'FILE',
    '-O',
    'csv',
    '-N',
    ...ends,
  );
  if (found === undefined) return;
  const rows: string[][] = parse(found.output, { relax_column_count: true });
  const balances = new Map(
    rows.flatMap(([account = '', amount = '']) => {
      const code = /(\d+)(?: [^:]*)?$/.exec(account)?.[1];
      return code === undefined ? [] : [[code, cents(amount.replace(/[^\d.-]/g, '') || '0')] as const];
    }),
  );
  let compared = 0;
  const lines: readonly Wire[] = statement.lines.filter(({ kind }: Wire) => kind === 'line');
  const codes = lines.flatMap(({ accounts }) => accounts.map(({ code }: Wire) => code));
  for (const line of lines) {
    const own: readonly string[] = line.accounts.map(({ code }: Wire) => code);
    // Earnings are on no account, and an account of parties on both sides is in two lines.
    if (own.some((code) => code === null || codes.filter((one) => one === code).length > 1)) continue;
    const expected = own.reduce((sum, code) => sum + (balances.get(code) ?? 0n), 0n);
    const amount = cents(line.amount);
    assert.ok(sign === undefined ? [expected, -expected].includes(amount) : expected * sign === amount, line.key);
    compared += 1;
  }
  assert.ok(found.ok && compared > 2, found.errors);
}

test('random balances on every account of a chart come to the same in every layout', async () => {
  const amount = fc.integer({ min: -900_000_000, max: 900_000_000 });
  for (const chart of ['skr03', 'fr_pcg', 'es_pgc', 'nl', 'at_ekr'] as const) {
    const as = await world.found(`Random ${chart}`, { chart });
    const accounts = accountsOf(chart).map(({ code }) => code);
    const [sums = []] = fc.sample(fc.array(amount, { minLength: accounts.length, maxLength: accounts.length }), {
      numRuns: 1,
      seed: 7,
    });
    const lines = accounts.map((code, at) => ({ code, minor: sums[at] ?? 1 })).filter(({ minor }) => minor !== 0);
    const rest = -lines.reduce((sum, { minor }) => sum + minor, 0);
    const text = (minor: number) => `${minor < 0 ? '-' : ''}${(Math.abs(minor) / 100).toFixed(2)}`;
    const first = lines[0]?.code ?? '';
    const booked = [...lines, { code: first, minor: rest }].map(({ code, minor }) => ({ code, sum: text(minor) }));
    await book(world, [{ date: '2026-06-30', lines: booked }], as);
    for (const layout of standards) {
      const laid = await sheet(as, layout);
      checkSheet(laid, layout);
      checkSums(laid.statement);
      const told = await results(as, layout);
      assert.equal(told.statement.lines.at(-1).amount, told.totals.net_profit.amount);
      const held = [...laid.statement.lines, ...told.statement.lines].flatMap(({ accounts: own }: Wire) => own);
      const shown = new Set(held.map(({ code }: Wire) => code));
      assert.deepEqual(
        accounts.filter((code) => !shown.has(code) && code !== first),
        [],
        `${chart} ${layout}`,
      );
    }
  }
});

/** Lines and sums from top to bottom, by their code and title, without headings. */
function written({ statement }: Wire): string[] {
  return statement.lines
    .filter(({ kind }: Wire) => kind !== 'heading')
    .map(({ code, title, amount }: Wire) => [code, title, amount].filter((one) => one !== null).join(' '));
}

test('France: a year in the order of the PCG, with what is of money apart from what is of business', async () => {
  const as = await world.found('Atelier', { chart: 'fr_pcg', country: 'FR' });
  await book(
    world,
    [
      moved('2026-01-02', '9000.00', ['512', '101']),
      moved('2026-02-01', '5000.00', ['411', '707']),
      moved('2026-02-02', '2000.00', ['411', '706']),
      moved('2026-02-03', '100.00', ['709', '411']),
      moved('2026-02-04', '40.00', ['665', '411']),
      moved('2026-03-01', '1500.00', ['607', '401']),
      moved('2026-03-02', '25.00', ['401', '765']),
      moved('2026-03-03', '300.00', ['6037', '37']),
      moved('2026-03-04', '600.00', ['6241', '512']),
      moved('2026-03-05', '700.00', ['613', '512']),
      moved('2026-03-06', '80.00', ['6333', '512']),
      moved('2026-04-01', '1000.00', ['641', '421']),
      moved('2026-04-02', '420.00', ['645', '431']),
      moved('2026-05-01', '200.00', ['6811', '2818']),
      moved('2026-05-02', '150.00', ['654', '411']),
      moved('2026-05-03', '60.00', ['661', '512']),
      moved('2026-06-01', '500.00', ['695', '444']),
      moved('2026-06-02', '90.00', ['486', '512']),
      moved('2026-06-03', '70.00', ['411', '487']),
    ],
    as,
  );
  const account = { code: '672', name: 'Charges sur exercices antérieurs', type: 'other_expense' };
  await world.call('create_account', account, { as });
  await book(world, [moved('2026-07-01', '33.00', ['672', '512'])], as);
  assert.deepEqual(written(await results(as, 'pcg', { language: 'fr' })), [
    'Ventes de marchandises 5000.00',
    'Production vendue 2000.00',
    'Rabais, remises et ristournes accordés -100.00',
    'Montant net du chiffre d’affaires 6900.00',
    'Total produits d’exploitation 6900.00',
    'Achats de marchandises -1500.00',
    'Variation de stocks -300.00',
    'Autres achats et charges externes -1300.00',
    'Impôts, taxes et versements assimilés -80.00',
    'Salaires -1000.00',
    'Cotisations sociales -420.00',
    'Dotations aux amortissements et aux dépréciations -200.00',
    'Autres charges -150.00',
    'Total charges d’exploitation -4950.00',
    '1. Résultat d’exploitation 1950.00',
    'Autres intérêts et produits assimilés 25.00',
    'Total produits financiers 25.00',
    'Intérêts et charges assimilées -100.00',
    'Total charges financières -100.00',
    '2. Résultat financier -75.00',
    '3. Résultat courant avant impôts 1875.00',
    'VIII Charges exceptionnelles -33.00',
    '4. Résultat exceptionnel -33.00',
    'X Impôts sur les bénéfices -500.00',
    '5. Bénéfice ou perte 1342.00',
  ]);
  assert.deepEqual(written(await sheet(as, 'pcg', { language: 'fr' })), [
    'Moins : amortissements cumulés -200.00',
    'Total immobilisations corporelles -200.00',
    'Total actif immobilisé -200.00',
    'Stocks et en-cours -300.00',
    'Créances clients et comptes rattachés 6780.00',
    'Total créances 6780.00',
    'Disponibilités 7437.00',
    'Total actif circulant 13917.00',
    'III Comptes de régularisation (charges constatées d’avance) 90.00',
    'Total actif 13807.00',
    'Capital 9000.00',
    'Résultat de l’exercice 1342.00',
    'Total capitaux propres 10342.00',
    'Dettes fournisseurs et comptes rattachés 1475.00',
    'Dettes fiscales et sociales 1920.00',
    'Total dettes 3395.00',
    'IV Comptes de régularisation (produits constatés d’avance) 70.00',
    'Total passif 13807.00',
  ]);
});

test('Spain: a year in the order of the PGC Pymes, A) to D), each account where its code belongs', async () => {
  const as = await world.found('Taller', { chart: 'es_pgc', country: 'ES' });
  await book(
    world,
    [
      moved('2026-01-02', '9000.00', ['572', '102']),
      moved('2026-01-03', '1000.00', ['572', '118']),
      moved('2026-01-04', '2000.00', ['572', '551']),
      moved('2026-01-05', '3000.00', ['572', '170']),
      moved('2026-02-01', '5000.00', ['430', '700']),
      moved('2026-02-02', '40.00', ['706', '430']),
      moved('2026-02-03', '60.00', ['430', '759']),
      moved('2026-03-01', '1500.00', ['600', '400']),
      moved('2026-03-02', '25.00', ['400', '606']),
      moved('2026-03-03', '700.00', ['621', '572']),
      moved('2026-04-01', '1000.00', ['640', '465']),
      moved('2026-04-02', '310.00', ['642', '476']),
      moved('2026-05-01', '200.00', ['681', '281']),
      moved('2026-05-02', '15.00', ['678', '572']),
      moved('2026-05-03', '60.00', ['662', '572']),
      moved('2026-05-04', '9.00', ['572', '768']),
      moved('2026-06-01', '250.00', ['6300', '4752']),
      moved('2026-06-02', '90.00', ['480', '572']),
      moved('2026-06-03', '50.00', ['565', '572']),
    ],
    as,
  );
  assert.deepEqual(written(await results(as, 'pgc_pymes', { language: 'es' })), [
    '1. Importe neto de la cifra de negocios 4960.00',
    '4. Aprovisionamientos -1475.00',
    '5. Otros ingresos de explotación 60.00',
    '6. Gastos de personal -1310.00',
    '7. Otros gastos de explotación -700.00',
    '8. Amortización del inmovilizado -200.00',
    '12. Otros resultados -15.00',
    'A) Resultado de explotación 1320.00',
    '14. Gastos financieros -60.00',
    '16. Diferencias de cambio 9.00',
    'B) Resultado financiero -51.00',
    'C) Resultado antes de impuestos 1269.00',
    '19. Impuestos sobre beneficios -250.00',
    'D) Resultado del ejercicio 1019.00',
  ]);
  assert.deepEqual(written(await sheet(as, 'pgc_pymes', { language: 'es' })), [
    'II. Inmovilizado material -200.00',
    'Total activo no corriente -200.00',
    '1. Clientes por ventas y prestaciones de servicios 5020.00',
    'Total deudores comerciales y otras cuentas a cobrar 5020.00',
    'IV. Inversiones financieras a corto plazo 50.00',
    'V. Periodificaciones a corto plazo 90.00',
    'VI. Efectivo y otros activos líquidos equivalentes 14094.00',
    'Total activo corriente 19254.00',
    'Total activo 19054.00',
    'I. Capital 9000.00',
    'VI. Otras aportaciones de socios 1000.00',
    'VII. Resultado del ejercicio 1019.00',
    'Total fondos propios 11019.00',
    'Total patrimonio neto 11019.00',
    '1. Deudas con entidades de crédito 3000.00',
    'Total deudas a largo plazo 3000.00',
    'Total pasivo no corriente 3000.00',
    '3. Otras deudas a corto plazo 2000.00',
    'Total deudas a corto plazo 2000.00',
    '1. Proveedores 1475.00',
    '2. Otros acreedores 1560.00',
    'Total acreedores comerciales y otras cuentas a pagar 3035.00',
    'Total pasivo corriente 5035.00',
    'Total patrimonio neto y pasivo 19054.00',
  ]);
});

test('§ 268 (3) HGB: equity that losses have used up is the last of the assets, and none is left', async () => {
  const as = await world.found('Fehlbetrag', { chart: 'skr03' });
  await book(
    world,
    [
      moved('2025-01-02', '25000.00', ['1200', '0880']),
      moved('2025-12-01', '10000.00', ['4955', '1600']),
      moved('2026-06-01', '30000.00', ['4955', '1600']),
    ],
    as,
  );
  for (const layout of ['hgb', 'hgb_small']) {
    const laid = await sheet(as, layout, { compare: 'previous_year', language: 'de' });
    checkSheet(laid, layout);
    checkSums(laid.statement);
    const lines = laid.statement.lines.filter(({ kind }: Wire) => kind !== 'heading');
    assert.deepEqual(
      lines.map(({ code, title, amount, compared }: Wire) => [code, title, amount, compared]),
      [
        ['IV.', 'Kassenbestand, Bundesbankguthaben, Guthaben bei Kreditinstituten und Schecks', '25000.00', '25000.00'],
        [null, 'Summe Umlaufvermögen', '25000.00', '25000.00'],
        [null, 'Nicht durch Eigenkapital gedeckter Fehlbetrag', '15000.00', '0.00'],
        [null, 'Summe Aktiva', '40000.00', '25000.00'],
        ['I.', 'Gezeichnetes Kapital', '25000.00', '25000.00'],
        ['IV.', 'Gewinnvortrag/Verlustvortrag', '-10000.00', '0.00'],
        ['V.', 'Jahresüberschuss/Jahresfehlbetrag', '-30000.00', '-10000.00'],
        [null, 'Nicht gedeckter Fehlbetrag, auf der Aktivseite', '15000.00', '0.00'],
        [null, 'Summe Eigenkapital', '0.00', '15000.00'],
        ...(layout === 'hgb'
          ? [
              ['4.', 'Verbindlichkeiten aus Lieferungen und Leistungen', '40000.00', '10000.00'],
              [null, 'Summe Verbindlichkeiten', '40000.00', '10000.00'],
            ]
          : [['C.', 'Verbindlichkeiten', '40000.00', '10000.00']]),
        [null, 'Summe Passiva', '40000.00', '25000.00'],
      ],
    );
    for (const { key, amount } of lines) {
      const behind = await world.call('get_report_drilldown', { name: 'balance-sheet', row: key, layout }, { as });
      assert.equal(behind.total, amount, key);
    }
  }
  // The plain form and the order of others have equity below zero.
  assert.equal((await sheet(as, 'plain')).totals.equity.amount, '-15000.00');
  assert.equal(figures(await sheet(as, 'ifrs'))['ifrs_equity'], '-15000.00');
  assert.equal(figures(await sheet(as, 'pcg'))['pcg_equity'], '-15000.00');
  // A capital increase covers it, and the line is gone.
  await book(world, [moved('2026-12-01', '15000.00', ['1200', '0880'])], as);
  const covered = figures(await sheet(as, 'hgb'));
  assert.deepEqual(
    [covered['hgb_deficit'], covered['hgb_equity'], covered['hgb_assets']],
    [undefined, '0.00', '40000.00'],
  );
});

test('a layout is asked for or set, and without one the answer is what it was', async () => {
  const as = await world.found('Set', { chart: 'skr03', country: 'DE' });
  const before = await world.call('get_balance_sheet', {}, { as });
  assert.ok(!('statement' in before));
  await world.call('update_organization', { statement_layout: 'hgb' }, { as });
  const after = await world.call('get_balance_sheet', {}, { as });
  assert.equal(after.statement.layout, 'hgb');
  assert.ok(!('statement' in (await world.call('get_balance_sheet', { layout: 'plain' }, { as }))));
  const { report } = await world.call('get_report', { name: 'balance-sheet', layout: 'us' }, { as });
  assert.equal(report.statement.layout, 'us');
  assert.equal((await world.call('get_profit_and_loss', {}, { as })).statement.layout, 'hgb');
});

test('IFRS 18 orders years that begin in 2027 or later, and what they are compared with', async () => {
  const as = await world.found('Categories');
  await book(world, [soldOn('2026-05-01', '100.00'), soldOn('2027-05-01', '300.00')], as);
  const linesOf = async (year: string) => {
    const laid = await world.call(
      'get_profit_and_loss',
      { layout: 'ifrs', from: `${year}-01-01`, to: `${year}-12-31`, compare: 'previous_year' },
      { as },
    );
    return laid.statement.lines.map(({ key, amount, compared }: Wire) => [key.split(':')[1], amount, compared]);
  };
  assert.deepEqual(await linesOf('2026'), [
    ['ifrs_revenue', '100.00', '0.00'],
    ['operating_profit', '100.00', '0.00'],
    ['profit_before_tax', '100.00', '0.00'],
    ['ifrs_profit', '100.00', '0.00'],
  ]);
  assert.deepEqual(await linesOf('2027'), [
    ['ifrs_operating', null, null],
    ['ifrs_revenue', '300.00', '100.00'],
    ['operating_profit', '300.00', '100.00'],
    ['ifrs_before_financing', '300.00', '100.00'],
    ['profit_before_tax', '300.00', '100.00'],
    ['ifrs_profit', '300.00', '100.00'],
  ]);
  // A year that begins in July 2026 is of the old order to its end.
  await world.call('update_organization', { fiscal_year_start_month: 7 }, { as });
  assert.equal((await linesOf('2027')).length, 6);
  const half = await world.call(
    'get_profit_and_loss',
    { layout: 'ifrs', from: '2027-01-01', to: '2027-06-30' },
    { as },
  );
  assert.ok(!half.statement.lines.some(({ key }: Wire) => key === 'ifrs:ifrs_operating'));
});

test('February of a leap year is compared whole month with whole month', async () => {
  const as = await world.found('Leap');
  await book(world, [soldOn('2027-02-28', '5.00'), soldOn('2028-02-29', '7.00')], as);
  const { statement, compared_as_at: day } = await sheet(as, 'hgb', { as_at: '2028-02-29', compare: 'previous_year' });
  assert.equal(day, '2027-02-28');
  const receivables = statement.lines.find(({ key }: Wire) => key === 'hgb:hgb_trade_receivables');
  assert.deepEqual([receivables.amount, receivables.compared], ['12.00', '5.00']);
  const month = await world.call(
    'get_profit_and_loss',
    { layout: 'hgb', from: '2029-02-01', to: '2029-02-28', compare: 'previous_year' },
    { as },
  );
  assert.equal(month.statement.lines.at(-1).compared, '7.00');
});

test('titles of the HGB are those of the law, whoever reads the file', async () => {
  const as = await world.found('Titel', { chart: 'skr03' });
  await book(world, [moved('2026-03-01', '500.00', ['1400', '8400'])], as);
  const { content } = await world.call('get_balance_sheet', { layout: 'hgb', language: 'de', format: 'csv' }, { as });
  const rows: string[][] = parse(content);
  assert.deepEqual(rows.map(([code, line, amount]) => [code, line, amount]).slice(0, 8), [
    ['line_number', 'description', 'amount'],
    ['', 'Aktiva', ''],
    ['B.', 'Umlaufvermögen', ''],
    ['II.', 'Forderungen und sonstige Vermögensgegenstände', ''],
    ['1.', 'Forderungen aus Lieferungen und Leistungen', '500.00'],
    ['', 'Summe Forderungen und sonstige Vermögensgegenstände', '500.00'],
    ['', 'Summe Umlaufvermögen', '500.00'],
    ['', 'Summe Aktiva', '500.00'],
  ]);
  assert.equal(rows[4]?.at(-1), '1400');
  for (const language of ['en', 'fr', 'es', 'nl', 'ja']) {
    const { statement } = await sheet(as, 'hgb', { language });
    assert.ok(statement.lines.every(({ title }: Wire) => title.length > 2));
  }
});

test('pages say the law and what is compared, in one language', needing('pdftotext'), async () => {
  const as = await world.found('Pages', { chart: 'skr03' });
  await book(world, [moved('2026-03-01', '1234.50', ['1400', '8400'])], as);
  const page = async (layout: string, language: string) => {
    const input = { layout, language, compare: 'previous_year', format: 'pdf' };
    const { content } = await world.call('get_balance_sheet', input, { as });
    return pdfText(Buffer.from(content, 'base64')).replaceAll(/\s+/g, ' ');
  };
  const german = await page('hgb', 'de');
  assert.match(german, /^Bilanz .*§ 266 HGB · Beträge in EUR .*Verglichen mit 31\. Dez\. 2025/);
  assert.match(
    german,
    /II\. Forderungen und sonstige Vermögensgegenstände 1\. Forderungen aus Lieferungen .*1\.234,50/,
  );
  await book(world, [moved('2026-04-01', '2000.00', ['4955', '1600'])], as);
  assert.match(
    await page('hgb', 'de'),
    /Nicht durch Eigenkapital gedeckter Fehlbetrag 765,50 .*Summe Aktiva 2\.000,00 .*Summe Eigenkapital 0,00 /,
  );
  const dutch = await page('ifrs', 'nl');
  assert.match(dutch, /^Balans .*Totaal activa/);
  // Nobody has written these lines in Japanese, and no page speaks two languages.
  assert.match(await page('us', 'ja'), /^Balance sheet .*US GAAP · Amounts in EUR .*Total current assets/);
});

test('a line that a layout does not have is refused, and so is a layout that there is not', async () => {
  const input = { name: 'balance-sheet', row: 'hgb:uk_cash' };
  await assert.rejects(world.call('get_report_drilldown', input), refused('validation_failed'));
  await assert.rejects(
    world.call('get_report_drilldown', { name: 'profit-and-loss', row: 'us:hgb_revenue' }),
    refused('validation_failed'),
  );
  await assert.rejects(world.call('get_balance_sheet', { layout: 'gob' }), refused('validation_failed'));
});

test('a layout reads the balances of parties besides, and nothing else', async () => {
  const as = await world.found('Counted');
  const counted = countCosts(world.runtime.db);
  const statements = async (name: string, input: object): Promise<number> => {
    counted.costs();
    const origin = { door: 'rest', requestId: randomUUID() } as const;
    await run({ ...world.runtime, db: counted.db }, operationNamed(name), { actor: as, input, origin });
    return counted.costs().reduce((sum, one) => sum + one.statements, 0);
  };
  const plain = await statements('get_balance_sheet', {});
  assert.equal(await statements('get_balance_sheet', { layout: 'hgb' }), plain + 1);
  const compared = await statements('get_balance_sheet', { compare: 'previous_year' });
  assert.equal(await statements('get_balance_sheet', { compare: 'previous_year', layout: 'ifrs' }), compared + 2);
  const profit = await statements('get_profit_and_loss', {});
  assert.equal(await statements('get_profit_and_loss', { layout: 'hgb' }), profit);
});
