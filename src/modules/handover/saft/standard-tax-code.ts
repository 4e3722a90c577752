type Tax = {
  /** Millionths of a percent. */
  readonly percentage: bigint;
  readonly category: string;
  readonly kind: string;
};

const percent = (whole: bigint) => whole * 1_000_000n;

/** Norwegian VAT rates: regular, on food (middle), on raw fish, low. */
function rateOf(percentage: bigint): 'regular' | 'middle' | 'fish' | 'low' {
  if (percentage <= percent(12n)) return percentage > percent(11n) && percentage < percent(12n) ? 'fish' : 'low';
  return percentage <= percent(15n) ? 'middle' : 'regular';
}

const output = { regular: '3', middle: '31', fish: '32', low: '33' } as const;
const input = { regular: '1', middle: '11', fish: '12', low: '13' } as const;

/** The standard tax code of Skatteetaten for a tax on sales or on purchases. */
export function standardTaxCode({ percentage, category, kind }: Tax, side: 'output' | 'input'): string {
  if (kind === 'reverse_charge') {
    if (side === 'output' && percentage === 0n) return '51';
    return rateOf(percentage) === 'low' ? '88' : '86';
  }
  if (category === 'G' || category === 'K') return '52';
  if (category === 'O') return side === 'output' ? '7' : '0';
  if (category === 'E') return side === 'output' ? '6' : '0';
  if (percentage === 0n) return side === 'output' ? '5' : '0';
  return (side === 'output' ? output : input)[rateOf(percentage)];
}
