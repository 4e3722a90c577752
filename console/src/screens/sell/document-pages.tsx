import { Pages } from '../../kit/pages.tsx';

type DocumentPages = {
  readonly id: string;
  readonly name: string;
  /** A draft that was changed has other pages. */
  readonly version?: number | undefined;
};

/** The very pages that the client gets. */
export function DocumentPages({ id, name, version }: DocumentPages) {
  return <Pages path={`documents/${id}/pages`} name={name} version={version} />;
}
