/** Job of a renderer. Everything a document may see is in `files`; there is no disk. */
export type RenderJob = {
  /** Organisation of the document: the queue is shared out by it. */
  readonly organization: string;
  /** Made from Typst source that somebody else wrote, which may do its worst. */
  readonly untrusted: boolean;
  /** Absolute paths inside the empty workspace, such as `/main.typ`. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly main: string;
  /** Font files of this service that the document needs, beside those that every document may use. */
  readonly fonts: readonly string[];
  /** Fonts of the organisation, as they were uploaded. */
  readonly ownFonts: readonly Uint8Array[];
  readonly output: RenderOutput;
};

export type RenderOutput =
  | PagesOutput
  /** Of the image that is the main file, as WebP, no wider than itself. */
  | { readonly kind: 'thumbnail'; readonly widthPx: number };

/** `createdAt` is in seconds since 1970: the same document gives the same bytes. */
export type PagesOutput =
  | { readonly kind: 'pdf'; readonly standard: PdfStandard; readonly createdAt: number }
  | ({ readonly kind: 'svg' } & PictureOf);

/** Page of the picture (all pages, one below the other, if absent) and its width. */
export type PictureOf = { readonly page?: number | undefined; readonly widthPx?: number | undefined };

/** `a-3a` is tagged and may carry an e-invoice; `ua-1` is accessible, for reports. One file cannot yet be both. */
export type PdfStandard = 'a-3a' | 'ua-1';

export type Rendered = { readonly bytes: Uint8Array; readonly pages: number; readonly sha256: string };

/** Position of a fault in a template. Lines and columns count from one; both are null where nobody knows. */
export type Diagnostic = {
  readonly message: string;
  readonly hints: readonly string[];
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
};

export type RenderFaultKind =
  | 'template'
  | 'took_too_long'
  | 'took_too_much_memory'
  | 'too_many_pages'
  | 'too_large'
  | 'image_refused'
  | 'font_refused'
  | 'busy'
  | 'closed';

/** The document could not be made; `kind` and `diagnostics` say what whoever wrote the template can do about it. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';
  readonly kind: RenderFaultKind;
  readonly diagnostics: readonly Diagnostic[];

  constructor(kind: RenderFaultKind, message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.kind = kind;
    this.diagnostics = diagnostics;
  }
}
