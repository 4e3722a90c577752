import { useEffect, useState } from 'preact/hooks';
import { words } from '../words/index.ts';

type Drop = {
  readonly label: string;
  readonly hint?: string;
  /** Types as inputs of files take them, `application/pdf,image/*`. */
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly isBusy?: boolean;
  /** In a row of buttons. */
  readonly isSmall?: boolean;
};

/** Takes files that are dropped, pasted, chosen, or photographed on a phone. */
export function Drop({ label, hint, accept, onFiles, isBusy = false, isSmall = false }: Drop) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, [onFiles]);
  return (
    <label
      class="drop"
      data-over={isOver}
      data-small={isSmall}
      aria-busy={isBusy}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      {label}
      <input
        type="file"
        multiple
        accept={accept}
        disabled={isBusy}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      {!isSmall && <small class="quiet">{hint ?? words.value.form.dropFile}</small>}
    </label>
  );
}
