import { useEffect, useRef, useState } from 'preact/hooks';
import { changed, useRead } from '../../api/cache.ts';
import { call, Refused, type Problem } from '../../api/call.ts';
import type { Page, Sale, Variant } from '../../api/types.ts';
import { isMac, useKeys } from '../../app/keys.ts';
import { query } from '../../app/router.ts';
import { choicesMade } from '../../kit/form/choices-made.ts';
import { keptDraft } from '../../kit/form/draft.ts';
import { RecordField } from '../../kit/form/record-field.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Picker } from '../../kit/picker.tsx';
import { longDay, minus, money, plain, plus, typedDecimal } from '../../kit/values.ts';
import { said } from '../../kit/said.ts';
import { filled, words } from '../../words/index.ts';
import { BasketTable, type Item, lineOf } from './basket-table.tsx';
import { useCalculated } from './calculated.ts';
import { entryOf, useGoods, useScans } from './goods.ts';
import { clientSource } from './line-fields.ts';
import { QuickGoods } from './quick-goods.tsx';
import { stepsToTotal } from './steps-to-total.ts';

/** Contents of the basket; they survive a reload. */
type Basket = {
  readonly items: readonly Item[];
  readonly clientId: string;
  readonly method: string | undefined;
  readonly tendered: string;
};

export function NewSale() {
  const w = words.value;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  // From the page of a client, the sale is for them.
  const asked = query.value.get('client_id') ?? '';
  const kept = keptDraft<Basket>(`till ${asked}`);
  const [left] = useState(kept.read);
  const [items, setItems] = useState<readonly Item[]>(left?.values.items ?? []);
  const [clientId, setClientId] = useState(left?.values.clientId ?? asked);
  const [method, setMethod] = useState(left?.values.method);
  const [tendered, setTendered] = useState(left?.values.tendered ?? '');
  const [fault, setFault] = useState<Problem>();
  const [done, setDone] = useState<Sale>();
  const [isBusy, setBusy] = useState(false);
  const methods =
    useRead<Page<{ id: string; name: string; kind: string }>>(
      'payment-methods?status=active&fields=name,kind',
    ).data?.data.slice(0, 4) ?? [];
  const key = useRef<string>(left?.key ?? crypto.randomUUID());
  useEffect(() => {
    if (items.length === 0) kept.forget();
    else kept.write({ values: { items, clientId, method, tendered }, key: key.current });
  }, [items, clientId, method, tendered]);
  const { known, options, isStale } = useGoods(text);
  const add = (variant: Variant, quantity: string) => {
    const isSame = (item: Item) => item.variant.id === variant.id;
    setItems((before) =>
      before.some(isSame)
        ? before.map((item) =>
            isSame(item) ? { ...item, quantity: plus(typedDecimal(item.quantity) ?? '0', quantity) } : item,
          )
        : [...before, { variant, quantity, price: '', percent: '' }],
    );
    setDone(undefined);
  };
  const scans = useScans(add);
  const pick = (variant: Variant) => {
    scans.take(text, variant);
    setText('');
    field.current?.focus();
  };
  const change = (at: number, part: Partial<Item>) =>
    setItems((before) => before.map((item, n) => (n === at ? { ...item, ...part } : item)));
  const remove = (at: number) => {
    setItems((before) => before.filter((_, n) => n !== at));
    field.current?.focus();
  };

  const body =
    items.length === 0 ? undefined : { lines: items.map(lineOf), ...(clientId !== '' && { client_id: clientId }) };
  const { of: sum, problem, isBusy: isCounting } = useCalculated(body);
  const paying = method ?? (clientId !== '' ? 'later' : methods.find(({ kind }) => kind === 'cash')?.id);
  const isCash = methods.find(({ id }) => id === paying)?.kind === 'cash';
  const given = typedDecimal(tendered);
  const back = sum && given ? minus(given, sum.total) : undefined;
  const isShort = back?.startsWith('-') === true;

  const record = async () => {
    if (body === undefined || isBusy || (isCash && isShort)) return;
    setBusy(true);
    setFault(undefined);
    const isPaid = paying !== 'later' && paying !== undefined;
    const payments = [{ method_id: paying, ...(isCash && given && { tendered: given }) }];
    try {
      setDone(
        await call<Sale>('sales/record', {
          method: 'POST',
          key: key.current,
          body: { ...body, ...(isPaid && { payments }) },
        }),
      );
      key.current = crypto.randomUUID();
      setItems([]);
      setClientId('');
      scans.forget();
      setTendered('');
      setMethod(undefined);
      changed('sales?', 'reports', 'stock');
      field.current?.focus();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // An answer that was refused is kept under its key: the mended sale is another call.
      if (error.problem.status !== 0) key.current = crypto.randomUUID();
      setFault(error.problem);
    }
    setBusy(false);
  };
  // Whoever is quick records before the last scan and the client are found: both belong to this sale.
  const [isAsked, setAsked] = useState(false);
  const ask = () => void choicesMade().then(() => setAsked(true));
  useEffect(() => {
    if (!isAsked || scans.isWaiting) return;
    setAsked(false);
    if (scans.unknown.length === 0) void record();
  }, [isAsked, scans.isWaiting]);
  useEffect(() => field.current?.focus(), []);
  useKeys({ 'mod+Enter': ask });
  const wrong = fault ?? problem;
  return (
    <div class="sell page">
      <header class="top">
        <h1 tabIndex={-1}>{w.newSale}</h1>
      </header>
      <div class="till">
        <section class="basket">
          <Picker
            field={field}
            label={w.product}
            hint={w.productHint}
            text={text}
            onText={setText}
            options={options}
            keyOf={({ id }) => id}
            titleOf={({ full_name }) => full_name}
            onPick={pick}
            none={w.noMatch}
            isStale={isStale}
            onEnter={() => {
              if (entryOf(text).wanted === '') return;
              scans.take(text);
              setText('');
            }}
            show={({ full_name, sku, price }) => (
              <>
                <span>{full_name}</span>
                <span class="quiet note">{sku}</span>
                <b class="figure">{money(price)}</b>
              </>
            )}
          />
          {scans.unknown.length > 0 && (
            <div class="notice bad" role="alert">
              {scans.unknown.map(({ wanted, why }, at) => (
                <p key={at}>{filled(w.notAdded, { wanted, why: why ?? w.noMatch })}</p>
              ))}
              <button type="button" class="bare" aria-label={w.close} onClick={scans.forget}>
                <Icon name="close" />
              </button>
            </div>
          )}
          {items.length === 0 ? (
            <div class="empty tall" role="status">
              {done ? (
                <>
                  <p class="big">{filled(w.recorded, { number: done.number ?? '' })}</p>
                  <p class="figure">{money(done.total, done.currency)}</p>
                  <a href={`/sales?open=${done.id}`}>{filled(w.sheet, { number: done.number ?? '' })}</a>
                </>
              ) : (
                <p>{w.emptyLines}</p>
              )}
            </div>
          ) : (
            <BasketTable items={items} sum={sum} onChange={change} onRemove={remove} />
          )}
          <QuickGoods known={known} onPick={pick} />
        </section>
        <section class="pay" aria-label={w.total}>
          <RecordField
            label={w.client}
            hint={w.clientHint}
            source={clientSource}
            value={clientId}
            onChange={setClientId}
          />
          <dl class="sums" aria-busy={isCounting}>
            {(sum === undefined ? [{ key: 'net', name: w.net, amount: '' }] : stepsToTotal(sum.totals)).map(
              ({ key: step, name, amount }) => (
                <div key={step}>
                  <dt>{name}</dt>
                  <dd>{amount === '' ? '–' : money(amount, sum?.currency)}</dd>
                </div>
              ),
            )}
            <div class="sum">
              <dt>{w.total}</dt>
              <dd aria-live="polite">{sum ? money(sum.total, sum.currency) : money('0')}</dd>
            </div>
          </dl>
          <fieldset>
            <legend>{w.paidBy}</legend>
            <div class="choices">
              {[...methods, { id: 'later', name: w.later }].map(({ id, name }) => (
                <label key={id} class="choice">
                  <input
                    type="radio"
                    name="method"
                    value={id}
                    checked={paying === id}
                    disabled={id === 'later' && clientId === ''}
                    onChange={() => setMethod(id)}
                  />
                  <span>{name}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <div class="cash">
            {isCash ? (
              <>
                <label>
                  {w.tendered}
                  <input
                    inputmode="decimal"
                    value={tendered}
                    placeholder={sum ? plain(sum.total) : ''}
                    onInput={(e) => setTendered(e.currentTarget.value)}
                  />
                </label>
                <p>
                  {w.change}
                  <output>{back === undefined ? '–' : isShort ? w.short : money(back)}</output>
                </p>
              </>
            ) : paying === 'later' && sum?.due_date ? (
              <p class="quiet">{filled(w.dueOn, { date: longDay(sum.due_date) })}</p>
            ) : null}
          </div>
          {wrong && (
            <p class="notice bad" role="alert">
              {said(wrong)}
            </p>
          )}
          <button type="button" class="primary huge" disabled={items.length === 0 || isBusy} onClick={ask}>
            {w.record}
            <kbd>{isMac ? '⌘' : 'Ctrl '}↵</kbd>
          </button>
        </section>
      </div>
    </div>
  );
}
