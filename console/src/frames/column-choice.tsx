import { hiddenIn, keepColumn } from '../app/preferences.ts';
import type { Column } from '../kit/columns.tsx';
import { More } from '../kit/more.tsx';
import { words } from '../words/index.ts';

type Choice<Row> = { readonly list: string; readonly columns: readonly Column<Row>[] };

/** By which a row is known: it always stands there. */
export const isFixed = <Row,>({ phone }: Column<Row>): boolean => phone === 'lead';

/** Visible columns of a list, kept per user on every device. A phone has two lines a row, and no choice. */
export function ColumnChoice<Row>({ list, columns }: Choice<Row>) {
  const hidden = hiddenIn(list);
  return (
    <div class="for-desks">
      <More label={words.value.list.columns}>
        {columns
          .filter((one) => !isFixed(one) && one.title !== '')
          .map(({ key, title }) => (
            <label key={key} class="column-choice">
              <input
                type="checkbox"
                checked={!hidden.includes(key)}
                onChange={(event) => keepColumn(list, key, event.currentTarget.checked)}
              />
              {title}
            </label>
          ))}
      </More>
    </div>
  );
}
