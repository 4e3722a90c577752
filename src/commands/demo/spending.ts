import { z } from 'zod';
import { addDays, type Day, dayOfMonth } from '../../core/calendar.ts';
import type { Agenda } from './agenda.ts';
import { amountOf } from './cents.ts';
import { Made, type Shop } from './shop.ts';

/** Standing costs: day of the month, purpose, payee and amount. */
const standing = [
  { name: 'Rent of the shop', day: 1, category: 'Rent and utilities', payee: 'Immo Serpent', amount: '780.00' },
  { name: 'Till and webshop', day: 3, category: 'Office and software', payee: 'Kassa Cloud', amount: '58.00' },
  { name: 'Fire and theft', day: 10, category: 'Insurance', payee: 'De Trouwe Verzekeraar', amount: '64.50' },
  { name: 'Wages of Milan', day: 28, category: 'Wages', payee: 'Milan Aerts', amount: '1150.00' },
] as const;

/** Heating, in cents: January first. */
const heating = [21_400, 19_800, 16_200, 11_000, 7_400, 5_200, 4_800, 4_900, 6_100, 9_700, 14_800, 19_100];
const heatingDueDays = 21;
const billDueDays = 30;
const [heatingDay, billDay, fairMonth, adviserMonth] = [15, 25, 9, 3];

/** Arranges what is paid every month without anybody thinking of it. */
export async function arrangeStanding(shop: Shop, first: Day): Promise<void> {
  for (const { name, day, category, payee, amount } of standing) {
    const start = `${first.slice(0, 7)}-${String(day).padStart(2, '0')}`;
    const line = {
      category,
      amount,
      ...(category === 'Office and software' ? { tax_rate_ids: [shop.standardTax] } : {}),
    };
    const { id } = await shop.clerk.does(
      'create_recurring_expense',
      {
        name,
        frequency: 'month',
        start_date: start,
        mode: 'post',
        catch_up: 'all',
        anchor_day: day,
        template: { payee_name: payee, amounts_include_tax: true, lines: [line], method: 'Bank transfer' },
      },
      Made,
    );
    shop.standing.push({ id, day });
  }
}

/** Spending of a day, by contract, season or chance. */
export async function spend(shop: Shop, agenda: Agenda, day: Day): Promise<void> {
  const [date, month] = [dayOfMonth(day), Number(day.slice(5, 7))];
  for (const { id } of shop.standing.filter((one) => one.day === date)) {
    await shop.clerk.does('run_recurring_expense', { id }, z.unknown());
  }
  if (date === heatingDay) await heat(shop, agenda, day);
  if (date === billDay) await billGoods(shop, agenda, day);
  if (date === 12 && month === fairMonth) await visitFair(shop, agenda, day);
  if (date === 20 && month === adviserMonth) {
    const line = { category: 'Professional fees', amount: '640.00', tax_rate_ids: [shop.standardTax] };
    await payLater(shop, agenda, { payee_name: 'Boekhoudkantoor Lens', lines: [line] }, { day, after: billDueDays });
  }
}

async function heat(shop: Shop, agenda: Agenda, day: Day): Promise<void> {
  const cents = (heating[Number(day.slice(5, 7)) - 1] ?? 0) + shop.chance.between(-800, 800);
  const lines = [{ category: 'Rent and utilities', amount: amountOf(cents), description: 'Gas and electricity' }];
  await payLater(shop, agenda, { payee_name: 'Warmte Leie', lines }, { day, after: heatingDueDays });
}

/** One bill of each supplier for what it sent since the last. */
async function billGoods(shop: Shop, agenda: Agenda, day: Day): Promise<void> {
  for (const supplier of shop.suppliers) {
    if (supplier.sent === 0) continue;
    const line = { category: 'Goods for stock', amount: amountOf(supplier.sent), tax_rate_ids: [shop.standardTax] };
    supplier.sent = 0;
    const bill = { supplier_id: supplier.id, supplier_invoice_number: `${day.slice(0, 7)}-${supplier.id.slice(-3)}` };
    await payLater(shop, agenda, { ...bill, lines: [line] }, { day, after: billDueDays });
  }
}

/** The owner pays for the fair out of her own pocket, and gets it back. */
async function visitFair(shop: Shop, agenda: Agenda, day: Day): Promise<void> {
  const lines = [
    { category: 'Travel', amount: '86.40', description: 'Train to the book fair in Frankfurt', tax_rate_ids: [] },
    { category: 'Advertising', amount: '320.00', description: 'Stand at the fair', tax_rate_ids: [shop.standardTax] },
  ];
  await payLater(shop, agenda, { payee_name: 'Buchmesse', paid_by: 'member', lines }, { day, after: 14 });
}

type When = { readonly day: Day; readonly after: number };

async function payLater(shop: Shop, agenda: Agenda, expense: object, { day, after }: When): Promise<void> {
  const due = addDays(day, after);
  const input = { ...expense, expense_date: day, due_date: due, amounts_include_tax: false, post: true };
  const { id } = await shop.clerk.does('create_expense', input, Made);
  agenda.note(due, async () => shop.clerk.does('pay_expense', { id, method: 'Bank transfer' }, z.unknown()));
}
