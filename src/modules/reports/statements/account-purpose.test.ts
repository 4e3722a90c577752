import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { chartsOfAccounts } from '../../../core/charts-of-accounts.ts';
import { statementLayouts } from '../../../core/statement-layouts.ts';
import { accountsOf, accountTypes, classOf, type SystemRole, systemRoleOf, systemRoles } from '../../ledger/index.ts';
import { purposeOf } from './account-purpose.ts';
import { codeRanges } from './code-ranges.ts';
import { balanceTrees, resultsTree } from './layouts.ts';
import { heldBy, isSection, isSum, type LayoutNode, type LayoutTree } from './layout-tree.ts';
import { deficitPurposes, otherSide, type Purpose, purposesOf } from './purposes.ts';

const standards = statementLayouts.filter((layout) => layout !== 'plain');
const ofBalance: readonly Purpose[] = [...purposesOf.asset, ...purposesOf.liability, ...purposesOf.equity];
const ofResults: readonly Purpose[] = [...purposesOf.revenue, ...purposesOf.expense];

function linesOf(tree: LayoutTree): readonly LayoutNode[] {
  const within = (node: LayoutNode): readonly LayoutNode[] => (isSection(node) ? node.parts.flatMap(within) : [node]);
  return tree.flatMap(({ nodes }) => nodes.flatMap(within)).filter((node) => !isSum(node));
}

function keysOf(tree: LayoutTree): string[] {
  const within = (node: LayoutNode): string[] => [node.key, ...(isSection(node) ? node.parts.flatMap(within) : [])];
  return tree.flatMap(({ nodes }) => nodes.flatMap(within));
}

const trees = standards.flatMap((layout) => [
  { name: `balance sheet ${layout}`, tree: balanceTrees[layout], purposes: ofBalance },
  { name: `profit and loss ${layout} 2026`, tree: resultsTree(layout, '2026-01-01'), purposes: ofResults },
  { name: `profit and loss ${layout} 2027`, tree: resultsTree(layout, '2027-01-01'), purposes: ofResults },
]);

describe('a layout', () => {
  for (const { name, tree, purposes } of trees) {
    test(`${name} has every purpose in exactly one line, and every line once`, () => {
      const held = linesOf(tree).flatMap(heldBy);
      const isDeficit = (one: string) => deficitPurposes.some((other) => other === one);
      assert.deepEqual(held.filter((one) => !isDeficit(one)).toSorted(), purposes.toSorted());
      const told = name.startsWith('balance sheet hgb') ? deficitPurposes : [];
      assert.deepEqual(held.filter(isDeficit), [...told]);
      assert.equal(new Set(keysOf(tree)).size, keysOf(tree).length);
    });
  }
});

describe('an account lands in one line', () => {
  for (const chart of chartsOfAccounts) {
    test(`of every layout, each of ${chart}`, () => {
      for (const { code, type, role } of accountsOf(chart)) {
        const purpose = purposeOf({ code, type, role: role && systemRoleOf(role) }, chart);
        const isBalance = ofBalance.includes(purpose);
        for (const { name, tree } of trees.filter(({ purposes }) => (purposes === ofBalance) === isBalance)) {
          const lines = linesOf(tree).filter((line) => heldBy(line).includes(purpose));
          assert.equal(lines.length, 1, `${code} in ${name}`);
        }
        assertOwnSide({ type, purpose }, `${chart} ${code}`);
      }
    });
  }

  test('whatever account somebody adds, and on the side of its class', () => {
    const account = fc.record({
      chart: fc.constantFrom(...chartsOfAccounts),
      code: fc.stringMatching(/^[0-9]{1,10}$/),
      type: fc.constantFrom(...accountTypes),
      role: fc.option(fc.constantFrom<SystemRole>(...systemRoles), { freq: 20 }),
    });
    fc.assert(
      fc.property(account, ({ chart, ...one }) => {
        const isServed = one.role !== null;
        const purpose = purposeOf(one, chart);
        assert.ok(ofBalance.includes(purpose) || ofResults.includes(purpose));
        if (!isServed) assertOwnSide({ type: one.type, purpose }, `${chart} ${one.code} ${one.type}`);
      }),
      { numRuns: 3_000 },
    );
  });
});

/** What reduces revenue is on an account of costs, as the service has discounts. */
function assertOwnSide({ type, purpose }: { type: (typeof accountTypes)[number]; purpose: Purpose }, what: string) {
  const own: readonly Purpose[] = purposesOf[classOf(type)];
  assert.ok(own.includes(purpose), `${what} (${type}) is ${purpose}`);
}

test('the other side of a balance is of the other class, and back it is a balance again', () => {
  for (const [from, to] of Object.entries(otherSide)) {
    const [assets, liabilities]: readonly (readonly string[])[] = [purposesOf.asset, purposesOf.liability];
    assert.equal(assets?.includes(from), liabilities?.includes(to), `${from} → ${to}`);
  }
});

test('codes of a chart that somebody adds are read by that chart', () => {
  for (const [chart, code, type, purpose] of [
    ['skr03', '4125', 'expense', 'wages'],
    ['skr03', '0135', 'fixed_asset', 'land'],
    ['skr03', '8820', 'revenue', 'sales'],
    ['skr03', '4510', 'expense', 'other_tax'],
    ['skr03', '4871', 'expense', 'write_downs'],
    ['skr04', '2920', 'equity', 'capital_reserves'],
    ['skr04', '7685', 'other_expense', 'other_tax'],
    ['skr04', '4820', 'revenue', 'own_work'],
    ['skr04', '1510', 'other_current_asset', 'securities'],
    ['at_ekr', '7110', 'expense', 'other_tax'],
    ['ch_kmu', '2950', 'equity', 'revenue_reserves'],
    ['fr_pcg', '6061', 'expense', 'other_operating'],
    ['fr_pcg', '63512', 'expense', 'other_tax'],
    ['fr_pcg', '6815', 'expense', 'provision_costs'],
    ['fr_pcg', '691', 'other_expense', 'profit_sharing'],
    ['fr_pcg', '7711', 'other_income', 'exceptional_income'],
    ['fr_pcg', '131', 'equity', 'investment_grants'],
    ['fr_pcg', '129', 'equity', 'result'],
    ['fr_pcg', '491', 'other_current_asset', 'trade_receivables'],
    ['fr_pcg', '44558', 'other_current_liability', 'tax_payable'],
    ['fr_pcg', '44563', 'other_current_asset', 'other_receivables'],
    ['es_pgc', '490', 'other_current_asset', 'trade_receivables'],
    ['es_pgc', '129', 'equity', 'result'],
    ['es_pgc', '220', 'fixed_asset', 'investment_property'],
    ['es_pgc', '746', 'other_income', 'released_grants'],
    ['es_pgc', '7952', 'other_income', 'reversals'],
    ['es_pgc', '5215', 'other_current_liability', 'short_debt'],
    // Law counts before the name that the account was shipped with.
    ['fr_pcg', '654', 'expense', 'other_charges'],
    ['es_pgc', '759', 'revenue', 'other_income'],
    ['es_pgc', '6001', 'cost_of_goods_sold', 'goods'],
    ['es_pgc', '5200', 'other_current_liability', 'overdrafts'],
    ['be_pcmn', '6001', 'cost_of_goods_sold', 'goods'],
    ['nl', '0710', 'other_current_liability', 'provisions'],
    // A bank is a bank, whatever its number; and a code of another class says nothing.
    ['skr03', '0631', 'bank', 'money'],
    ['skr03', '4126', 'other_income', 'other_income'],
    ['generic', '9999', 'expense', 'other_operating'],
  ] as const) {
    assert.equal(purposeOf({ code, type, role: null }, chart), purpose, `${chart} ${code}`);
  }
});

test('ranges name purposes that exist', () => {
  const known = new Set<string>([...ofBalance, ...ofResults]);
  const named = Object.values(codeRanges).flatMap((ranges) => Object.values(ranges));
  assert.deepEqual(
    named.filter((one) => !known.has(one)),
    [],
  );
});
