import { useAll, useRead } from '../../api/cache.ts';
import type { Params } from '../../app/params.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { RecordPage, Section } from '../../frames/record-page.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { ArchiveAction } from '../../kit/archive-action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { figure, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import type { Level } from '../stock/level.ts';
import { ProductActions } from './product-actions.tsx';
import { ProductPictures } from './product-pictures.tsx';
import { type Product, priceOf, type Variant, variantFields } from './product.ts';

const changes = ['products', 'variants', 'stock'];

export function ProductPage({ params }: { readonly params: Params }) {
  const w = words.value.productList;
  const id = params['id'] ?? '';
  const { data: product, problem } = useRead<Product>(`products/${id}`);
  const levels = useAll<Level>(`stock/levels?product_id=${id}`).rows;
  return (
    <RecordPage
      back={{ href: '/products', label: w.title }}
      eyebrow={product && named(w.types, product.type)}
      title={product?.name ?? ''}
      isLoaded={product !== undefined}
      problem={problem}
      actions={product && <ProductActions of={product} />}
      aside={
        product && (
          <>
            <Section title={w.facts}>
              <Facts
                of={[
                  [words.value.columns.status, <State key="status" of={product.status} />],
                  [w.price, priceOf(product)],
                  [w.tags, product.tags.map(({ name }) => name).join(', ')],
                  [w.description, product.description],
                ]}
              />
            </Section>
            <ProductPictures of={product} />
            {levels.length > 0 && (
              <Section title={words.value.stockRoom.levels}>
                <ul class="entries">
                  {levels.map((level) => (
                    <li key={`${level.variant_id} ${level.location_id}`}>
                      <a href={`/stock?open=${level.variant_id}.${level.location_id}`}>{level.name}</a>
                      <b class="figure">{figure(level.on_hand)}</b>
                      <small class="quiet">{level.location_name}</small>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </>
        )
      }
    >
      {product && (
        <Section
          title={w.variants}
          action={
            <ActionButton
              label={w.addVariant}
              path={`products/${id}/variants`}
              needs="products:write"
              fields={[
                ...product.options.map(({ name, values }) => ({
                  name: `option_values.${name}`,
                  label: name,
                  isRequired: true,
                  hint: values.join(', '),
                })),
                ...variantFields(),
              ]}
              start={{ price_includes_tax: true, track_inventory: product.type === 'good' }}
              changes={changes}
            />
          }
        >
          <Variants of={product.variants} name={product.name} />
        </Section>
      )}
    </RecordPage>
  );
}

function Variants({ of: variants, name }: { readonly of: readonly Variant[]; readonly name: string }) {
  const w = words.value.productList;
  const form = words.value.form;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{w.name}</th>
          <th scope="col">{w.sku}</th>
          <th scope="col">{w.barcode}</th>
          <th scope="col" class="figure">
            {w.price}
          </th>
          <th scope="col">{form.actions}</th>
        </tr>
      </thead>
      <tbody>
        {variants.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              {one.name ?? name} {one.status === 'archived' && <State of="archived" />}
            </th>
            <td>{one.sku}</td>
            <td>{one.barcode}</td>
            <td class="figure">{money(one.price, one.currency)}</td>
            <td>
              <span class="deeds">
                <EditButton
                  path={`variants/${one.id}`}
                  needs="products:write"
                  fields={variantFields()}
                  changes={changes}
                  isOneOfMany
                />
                {(one.status === 'archived' || variants.length > 1) && (
                  <ArchiveAction
                    archive={`variants/${one.id}/archive`}
                    restore={`variants/${one.id}/restore`}
                    needs="products:write"
                    changes={changes}
                    isArchived={one.status === 'archived'}
                  />
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
