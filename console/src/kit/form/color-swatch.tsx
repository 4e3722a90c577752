import { filled, words } from '../../words/index.ts';

type ColorSwatch = {
  readonly label: string;
  readonly text: string;
  /** Colour that applies while none is chosen. */
  readonly usual: string | undefined;
  readonly onChange: (text: string) => void;
};

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Chooses a colour by eye, beside the field where it is typed. */
export function ColorSwatch({ label, text, usual = '#000000', onChange }: ColorSwatch) {
  const typed = text.trim();
  return (
    <input
      type="color"
      aria-label={filled(words.value.form.chooseColor, { label })}
      value={isColor(typed) ? typed : usual}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
