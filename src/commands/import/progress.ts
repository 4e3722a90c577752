type Progress = { readonly total: number; readonly done: number; readonly failed: number };
type Output = { readonly isTTY?: boolean; write(text: string): unknown };

const barWidth = 30;
/** In a log a line for each of these steps is enough. */
const stepPercent = 10;

/** Shows how far a thing is: on a terminal as a bar that grows, elsewhere as a line now and then. */
export function progressOn(output: Output): (progress: Progress) => void {
  let told = -1;
  return ({ total, done, failed }) => {
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    const faults = failed === 0 ? '' : `, ${failed} failed`;
    if (output.isTTY === true) {
      const marks = '▪'.repeat(Math.floor((barWidth * percent) / 100)).padEnd(barWidth, '·');
      output.write(`\r${marks} ${done} of ${total}${faults} `);
      if (done === total && told < 100) output.write('\n');
      told = percent;
      return;
    }
    const step = percent - (percent % stepPercent);
    if (step <= told) return;
    told = step;
    output.write(`${percent} % (${done} of ${total}${faults})\n`);
  };
}
