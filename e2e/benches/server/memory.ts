import { markdownTable } from '../../support/figures.ts';
import { processTree } from '../../support/process-tree.ts';
import { memoryUse } from '../../support/process-use.ts';
import { load, type Subject } from './load.ts';

const samples = 20;

/** Memory of a server under steady load over time, and its growth after the warm-up. */
export async function benchMemory(subject: Subject, minutes: number): Promise<string> {
  const series: { second: number; megabytes: number }[] = [];
  const started = performance.now();
  for (let sample = 0; sample <= samples; sample++) {
    if (sample > 0) await load(subject, { seconds: Math.max(1, Math.round((minutes * 60) / samples)) });
    series.push({
      second: (performance.now() - started) / 1000,
      megabytes: memoryUse(processTree(subject.pid)).resident,
    });
  }
  const warm = series.slice(samples / 4);
  return [
    '### Memory of the shell server and its renderers under load',
    markdownTable(
      ['after s', 'MB'],
      series.map(({ second, megabytes }) => [second.toFixed(), megabytes.toFixed()]),
    ),
    `Slope after the first quarter: ${(slope(warm) * 60).toFixed(2)} MB a minute.`,
  ].join('\n\n');
}

/** The slope of the least-squares line, in megabytes a second. */
function slope(series: readonly { second: number; megabytes: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const x = mean(series.map(({ second }) => second));
  const y = mean(series.map(({ megabytes }) => megabytes));
  const above = series.reduce((sum, { second, megabytes }) => sum + (second - x) * (megabytes - y), 0);
  return above / series.reduce((sum, { second }) => sum + (second - x) ** 2, 0);
}
