import type { Params } from '../../app/params.ts';
import { CreateScreen, EditScreen } from '../../frames/form-screen.tsx';
import { useDefaultFields } from '../../kit/form/dimension-fields.ts';
import { Waiting } from '../../kit/states.tsx';
import { words } from '../../words/index.ts';
import { productFields, variantFields } from './product.ts';

const changes = ['products', 'variants', 'stock'];

/** One product with one price, or with options, of which every combination becomes a variant. */
export function NewProduct() {
  const w = words.value.productList;
  const dimensions = useDefaultFields();
  if (dimensions === undefined) return <Waiting lines={8} />;
  const types = (['good', 'service'] as const).map((value) => ({ value, label: w.types[value] }));
  return (
    <CreateScreen
      title={w.create}
      path="products"
      fields={[
        { name: 'type', label: w.type, kind: 'choice', options: types, isRequired: true },
        ...productFields(),
        ...variantFields().map((field) => ({ ...field, group: w.priceAndStock })),
        {
          name: 'options',
          label: w.options,
          kind: 'lines',
          columns: [
            { name: 'name', label: w.optionName, isRequired: true, placeholder: w.optionNameExample },
            {
              name: 'values',
              label: w.optionValues,
              kind: 'tags',
              isRequired: true,
              placeholder: w.optionValuesExample,
            },
          ],
        },
        ...dimensions,
      ]}
      start={{ type: 'good', price_includes_tax: true, track_inventory: true }}
      complete={({ options = [], track_inventory, low_stock_threshold, type, ...body }) => ({
        ...body,
        type,
        ...((options as readonly unknown[]).length > 0 && { options }),
        ...(type === 'good' && { track_inventory, ...(low_stock_threshold !== undefined && { low_stock_threshold }) }),
      })}
      back={{ href: '/products', label: w.title }}
      to={({ id }) => `/products/${id}`}
      changes={changes}
    />
  );
}

export function EditProduct({ params }: { readonly params: Params }) {
  const w = words.value.productList;
  const dimensions = useDefaultFields();
  if (dimensions === undefined) return <Waiting lines={8} />;
  return (
    <EditScreen
      title={w.edit}
      path={`products/${params['id']}`}
      fields={[...productFields(), ...dimensions]}
      back={{ href: `/products/${params['id']}`, label: w.title }}
      changes={changes}
    />
  );
}
