/** Files come in as other software and other countries write them, and what is not certain is asked for. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { importing } from '../../../test/support/importing.ts';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startService();
const { api, bringIn, errorsOf } = importing(service);

const table = (...rows: string[]) => rows.join('\n');
const counts = ({ created, failed }: Wire) => [created, failed];
const clientsOf = async (who: SignedIn): Promise<Wire[]> =>
  (await api(who, 'GET', '/clients?sort=created_at&limit=100')).data;
const refusal = async (who: SignedIn, input: object): Promise<Wire> => {
  const answer = await service.api(who.token, 'POST', '/imports', input, { 'idempotency-key': randomUUID() });
  assert.equal(answer.status, 422, answer.text);
  return answer.body.errors[0];
};

test('people are named by first and last name, and a person at a company is its contact', async () => {
  const ana = await service.register('Ana');
  const content = table(
    'CustomerId,FirstName,LastName,Company,Address,City,State,Country,PostalCode,Phone,Fax,Email,SupportRepId',
    '1,Luís,Gonçalves,Embraer,"Av. Faria Lima, 2170",São José,SP,Brazil,12227-000,+55 12 3923,5566,luis@e.example,3',
    '2,Leonie,Köhler,,Theodor-Heuss-Straße 34,Stuttgart,,Germany,70174,+49 711 2842222,,leonekohler@surf.example,5',
    '5,Františka,Wichterlová,JetBrains,Klanova 9,Prague,,Czech Republic,14700,+420 2 4172,,frantisek@jb.example,4',
    '16,Frank,Harris,,1600 Amphitheatre Parkway,Mountain View,CA,USA,94043-1351,,,fharris@google.example,4',
    '52,Emma,Jones,,202 Hoxton Street,London,,United Kingdom,N1 5LH,,,emma_jones@hotmail.example,3',
    '60,,,,,,,,,,,nobody@example.com,3',
  );
  const found = await bringIn(ana, { kind: 'clients', content });
  assert.deepEqual(counts(found), [5, 1]);
  assert.deepEqual(found.ignored, [
    { column: 'Fax', nearest: null },
    { column: 'SupportRepId', nearest: 'external_id' },
  ]);
  const [fault] = await errorsOf(ana, found);
  assert.deepEqual(
    [fault?.['import_line'], fault?.['import_field'], fault?.['import_code']],
    ['7', 'name', 'required'],
  );
  const clients = await clientsOf(ana);
  assert.deepEqual(
    clients.map(({ type, display_name: name, billing_address: { country } }) => [type, name, country]),
    [
      ['business', 'Embraer', 'BR'],
      ['individual', 'Leonie Köhler', 'DE'],
      ['business', 'JetBrains', 'CZ'],
      ['individual', 'Frank Harris', 'US'],
      ['individual', 'Emma Jones', 'GB'],
    ],
  );
  const [embraer, leonie] = clients;
  assert.deepEqual(
    embraer?.contacts.map(({ name }: Wire) => name),
    ['Luís Gonçalves'],
  );
  assert.deepEqual([leonie?.first_name, leonie?.last_name, leonie?.contacts], ['Leonie', 'Köhler', []]);
});

for (const [whose, header, row] of [
  [
    'Shopify',
    'First Name,Last Name,Email,Default Address Company,Default Address Address1,Default Address City,' +
      'Default Address Country Code,Default Address Zip',
    'Kim,Roth,kim@example.com,Anker,Hafen 1,Kiel,DE,24103',
  ],
  [
    'WooCommerce',
    'billing_first_name,billing_last_name,billing_email,billing_company,billing_address_1,billing_city,' +
      'billing_country,billing_postcode',
    'Kim,Roth,kim@example.com,Anker,Hafen 1,Kiel,DE,24103',
  ],
  [
    'Xero',
    '*ContactName,FirstName,LastName,EmailAddress,POAddressLine1,POCity,POCountry,POPostalCode',
    'Anker,Kim,Roth,kim@example.com,Hafen 1,Kiel,Germany,24103',
  ],
  [
    'Square',
    'First Name,Last Name,Email Address,Company Name,Street Address 1,City,Country,Postal Code',
    'Kim,Roth,kim@example.com,Anker,Hafen 1,Kiel,Germany,24103',
  ],
  [
    'Stripe',
    'Name,Email,Company,Address Line1,Address City,Address Country,Address Postal Code',
    'Anker,kim@example.com,,Hafen 1,Kiel,DE,24103',
  ],
  [
    'a German',
    'Firma,Vorname,Nachname,E-Mail-Adresse,Straße,Ort,Land,PLZ',
    'Anker,Kim,Roth,kim@example.com,Hafen 1,Kiel,Deutschland,24103',
  ],
  [
    'a French',
    'Société,Prénom,Nom,Courriel,Adresse,Ville,Pays,Code postal',
    'Anker,Kim,Roth,kim@example.com,Hafen 1,Kiel,Allemagne,24103',
  ],
  [
    'a Dutch',
    'Bedrijfsnaam,Voornaam,Achternaam,E-mail,Straat,Plaats,Land,Postcode',
    'Anker,Kim,Roth,kim@example.com,Hafen 1,Kiel,Duitsland,24103',
  ],
  [
    'a Spanish',
    'Empresa,Nombre,Apellidos,Correo,Dirección,Ciudad,País,Código postal',
    'Anker,Kim,Roth,kim@example.com,Hafen 1,Kiel,Alemania,24103',
  ],
] as const) {
  test(`the columns of ${whose} file are known`, async () => {
    const ana = await service.register('Ana');
    const found = await bringIn(ana, { kind: 'clients', content: table(header, row) });
    assert.deepEqual([...counts(found), found.ignored], [1, 0, []], JSON.stringify(await errorsOf(ana, found)));
    const [{ display_name: name, email, billing_address: at }] = (await clientsOf(ana)) as [Wire];
    assert.deepEqual([name, email], ['Anker', 'kim@example.com']);
    assert.deepEqual([at.line1, at.city, at.country, at.postal_code], ['Hafen 1', 'Kiel', 'DE', '24103']);
  });
}

test('decimals and days are read in the form of the file, and the answer says which', async () => {
  const ana = await service.register('Ana');
  const content = table(
    'Rechnungsnummer;Rechnungsdatum;Bezeichnung;Menge;Einzelpreis;Betrag;Gesamtbetrag;Mwst',
    'R1;02.11.2026;Anker;2;1.100,00;2.200,00;2.210,50;',
    'R1;;Boje;1;10,50;10,50;;',
    'R2;03.11.2026;Boje;1;1.100;1.100,00;1.000,00;',
  );
  const found = await bringIn(ana, { kind: 'sales', content, defaults: { tax_rate: 'none', payment_method: 'Cash' } });
  assert.deepEqual(counts(found), [2, 0], JSON.stringify(await errorsOf(ana, found)));
  const { formats, ignored, totals } = found;
  assert.deepEqual(formats, {
    Rechnungsdatum: 'day_first',
    Einzelpreis: 'decimal_comma',
    Betrag: 'decimal_comma',
    Gesamtbetrag: 'decimal_comma',
  });
  assert.deepEqual(
    ignored.map(({ column }: Wire) => column),
    ['Mwst'],
  );
  assert.deepEqual(totals, {
    checked: 5,
    differing: 1,
    differences: [{ line: 4, field: 'total', stated: '1000.00', computed: '1100.00' }],
    cut: [],
  });
  const { data } = await api(ana, 'GET', '/sales?sort=sale_date');
  assert.deepEqual(
    data.map(({ sale_date: day, total }: Wire) => [day, total]),
    [
      ['2026-11-02', '2210.50'],
      ['2026-11-03', '1100.00'],
    ],
  );
});

test('what means two things is asked for with both meanings, and read as it is told', async () => {
  const ana = await service.register('Ana');
  const products = { kind: 'products', content: table('name,price', 'Anker,1.100', 'Boje,2.250') };
  const open = await refusal(ana, products);
  assert.deepEqual([open.pointer, open.code], ['/number_format', 'ambiguous']);
  assert.match(open.message, /"1\.100" in line 2 .* decimal_point for 1\.100, or decimal_comma for 1100/);
  await bringIn(ana, { ...products, number_format: 'decimal_comma' });
  const prices = (await api(ana, 'GET', '/products?sort=name')).data.map(({ variants }: Wire) => variants[0].price);
  assert.deepEqual(prices, ['1100.00', '2250.00']);

  const sold = (...days: string[]) =>
    table('invoice_id,date,item,qty,price,tax', ...days.map((day, index) => `${index},${day},Tea,1,3.50,none`));
  const asked = await refusal(ana, { kind: 'sales', content: sold('02/11/2026', '03/11/2026') });
  assert.deepEqual([asked.pointer, asked.code], ['/date_format', 'ambiguous']);
  assert.match(asked.message, /day_first for 2026-11-02, or month_first for 2026-02-11/);
  const mixed = await refusal(ana, { kind: 'sales', content: sold('13/11/2026', '11/13/2026') });
  assert.deepEqual([mixed.pointer, mixed.code], ['/date_format', 'ambiguous']);
  const days = async (input: object) => {
    const found = await bringIn(ana, { kind: 'sales', is_trial: true, defaults: { payment_method: 'Cash' }, ...input });
    return [...counts(found), found.formats['date']];
  };
  assert.deepEqual(await days({ content: sold('02/11/2026', '13/11/2026') }), [2, 0, 'day_first']);
  assert.deepEqual(await days({ content: sold('02/11/2026'), date_format: 'month_first' }), [1, 0, 'month_first']);
  assert.deepEqual(await days({ content: sold('2 Nov 2026', '2026-11-02 10:30:00') }), [2, 0, 'year_first']);
  const told = { content: sold('13/11/2026', '11/13/2026'), date_format: 'month_first' };
  assert.deepEqual(await days(told), [1, 1, 'month_first']);
});

test('a trial names every column that it ignores, with the field of a similar name, if there is one', async () => {
  const ana = await service.register('Ana');
  const content = table('name,Payment days,genre,e-mails', 'Anker,30 days,Rock,a@example.com');
  const found = await bringIn(ana, { kind: 'clients', content, is_trial: true });
  assert.deepEqual(counts(found), [1, 0]);
  assert.equal(found.mapping.payment_days, 'Payment days');
  assert.deepEqual(found.ignored, [
    { column: 'genre', nearest: null },
    { column: 'e-mails', nearest: 'email' },
  ]);
});

test('days of payment come in as terms', async () => {
  const ana = await service.register('Ana');
  const content = table('name,terms', 'Anker,Net 30', 'Boje,14', 'Ferse,when it suits');
  const found = await bringIn(ana, { kind: 'clients', content });
  assert.deepEqual(counts(found), [2, 1]);
  assert.deepEqual(
    (await clientsOf(ana)).map((one) => one['payment_terms'].value),
    [30, 14],
  );
});

test('an old sale of no product is not taxed by the default of today, but by what its client is', async () => {
  const ana = await service.register('Ana');
  await bringIn(ana, { kind: 'clients', content: 'name\nAnker' });
  const [standard] = (await api(ana, 'GET', '/tax-rates?code=standard')).data;
  await api(ana, 'PATCH', `/tax-rates/${standard.id}`, { is_default: true });
  await api(ana, 'POST', '/clients', { type: 'business', display_name: 'Freed', tax_status: 'exempt' });
  const content = table(
    'sale,date,client,description,quantity,unit_price,tax_rate',
    '1,2025-03-01,Anker,Repair,1,100,',
    '2,2025-03-01,Freed,Repair,1,100,',
    '3,2025-03-01,Anker,Repair,1,100,19%',
  );
  assert.deepEqual(counts(await bringIn(ana, { kind: 'sales', content })), [3, 0]);
  const { data } = await api(ana, 'GET', '/sales?sort=created_at');
  const taxes = data.map(({ total, lines: [line] }: Wire) => [total, line.taxes[0]?.category]);
  assert.deepEqual(taxes, [
    ['100.00', undefined],
    ['100.00', 'E'],
    ['119.00', 'S'],
  ]);
});
