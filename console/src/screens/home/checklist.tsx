import { useEffect } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { changed, useRead } from '../../api/cache.ts';
import { store, stored } from '../../api/storage.ts';
import type { Preferences, Readiness, ReadinessItem } from '../../api/types.ts';
import { useMay, useMe } from '../../app/me.ts';
import { preferencesPath } from '../../app/preferences.ts';
import { filled, language, words } from '../../words/index.ts';

type Left = {
  /** It is not known yet whether there are any. */
  readonly isPending: boolean;
  readonly shown?: ItemsShown;
};

/** Steps that remain before correct invoices go out, until they are done or dismissed. */
export function useStepsLeft(): Left {
  const mayChange = useMay()('organization:write');
  const organization = useMe()?.organization.id;
  // A business that is set up is asked about once on each device, not every morning.
  const isAsked = mayChange && organization !== undefined && stored(markOf(organization)) === undefined;
  const { data, problem } = useRead<Readiness>(
    isAsked ? `organization/readiness?language=${language.value}` : undefined,
  );
  const isUnready = data !== undefined && !data.ready;
  const { data: own, problem: lost } = useRead<Preferences>(isUnready ? preferencesPath : undefined);
  const kept = own?.preferences;
  const isPutAway = kept?.checklist_put_away?.[organization ?? ''] === true;
  useEffect(() => {
    if (organization !== undefined && (data?.ready === true || isPutAway)) rememberDone(organization);
  }, [organization, data?.ready, isPutAway]);
  const isPending = isAsked && problem === undefined && (data === undefined || (isUnready && !kept && !lost));
  if (!isUnready || kept === undefined || isPutAway || organization === undefined) return { isPending };
  return { isPending, shown: { ...data, onPutAway: () => void putAway(organization) } };
}

const markOf = (organization: string) => `checklist ${organization}`;
const rememberDone = (organization: string) => store(markOf(organization), 'done');

async function putAway(organization: string): Promise<void> {
  const preferences = { checklist_put_away: { [organization]: true } };
  await call(preferencesPath, { method: 'PATCH', body: { preferences } });
  // Before it disappears: whoever leaves the page at that moment is not asked again either.
  rememberDone(organization);
  changed(preferencesPath);
}

type ItemsShown = Pick<Readiness, 'items' | 'has_invoices'> & { readonly onPutAway: () => void };

export function Checklist({ items, has_invoices: hasInvoices, onPutAway }: ItemsShown) {
  const t = words.value.checklist;
  const done = items.filter(({ state }) => state === 'done').length;
  const open = (['missing', 'recommended'] as const).flatMap((state) => items.filter((item) => item.state === state));
  return (
    <section class="card checklist">
      <h2>{hasInvoices ? t.titleLater : t.title}</h2>
      <p class="legend">{filled(t.progress, { done: String(done), all: String(items.length) })}</p>
      <button type="button" class="all" onClick={onPutAway}>
        {t.putAway}
      </button>
      <ul>
        {open.map((item) => (
          <li key={`${item.code} ${item.pointer}`}>
            <a href={placeOf(item)}>
              <b>{item.title}</b>
              {item.state === 'recommended' && <small class="quiet">{t.recommended}</small>}
              <span class="quiet">{item.hint ?? item.why}</span>
            </a>
          </li>
        ))}
        {!hasInvoices && (
          <li>
            <a href="/welcome">
              <b>{t.firstInvoice}</b>
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

const places: Readonly<Record<string, string>> = {
  create_client: '/clients/new',
  create_document_template: '/settings/templates',
  create_tax_rate: '/settings/taxes',
  update_tax_rate: '/settings/taxes',
  update_numbering_series: '/settings/numbering',
};

/** The screen with the field that an item names, and that field. */
function placeOf({ change_with: operation, pointer }: ReadinessItem): string {
  const field = `#${pointer.slice(1).replaceAll('/', '.')}`;
  if (pointer.startsWith('/e_invoicing')) return `/settings/invoicing${field}`;
  return places[operation] ?? `/settings/business${field}`;
}
