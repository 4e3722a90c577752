import { Download } from '../kit/download.tsx';
import { say } from '../kit/toast.tsx';
import { language, words } from '../words/index.ts';

type ListExport = {
  readonly path: string;
  readonly fields: string;
  readonly sort: string;
  /** The filters, as they stand in the address of the API. */
  readonly wanted: string;
};

/** All that is found as a spreadsheet, beyond the page that is shown. */
export function ListExport({ path, fields, sort, wanted }: ListExport) {
  const asked = [
    wanted,
    `fields=${fields}`,
    sort === '' ? '' : `sort=${sort}`,
    'format=xlsx',
    `language=${language.value}`,
  ];
  const query = asked.filter((part) => part !== '').join('&');
  return (
    <span class="for-desks">
      <Download path={`${path}?${query}`} name={`${path.replaceAll('/', '-')}.xlsx`} onFault={say}>
        {words.value.exportAs}
      </Download>
    </span>
  );
}
