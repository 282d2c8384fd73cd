import type { PlaywrightReport, PlaywrightSuite } from './reports.ts';

/** The passed tests of a file in an engine, and their total. */
interface Cell {
  passed: number;
  all: number;
}

/** The results per engine of all files of Playwright's report that ran in more than one engine. */
export function drawEngineTable({ suites }: PlaywrightReport): string {
  const files = new Map<string, Map<string, Cell>>();
  const engines = new Set<string>();
  for (const suite of suites.flatMap(flatten)) {
    for (const { projectName, status } of suite.specs.flatMap(({ tests }) => tests)) {
      const row = files.get(suite.file) ?? new Map<string, Cell>();
      const cell = row.get(projectName) ?? { passed: 0, all: 0 };
      row.set(projectName, {
        passed: cell.passed + Number(status === 'expected' || status === 'flaky'),
        all: cell.all + 1,
      });
      files.set(suite.file, row);
      engines.add(projectName);
    }
  }
  const shared = [...files].filter(([, row]) => row.size > 1).toSorted(([one], [other]) => one.localeCompare(other));
  const names = [...engines].toSorted();
  const lines = shared.map(([file, row]) => [
    file.replace(/\.spec\.ts$/, ''),
    ...names.map((name) => draw(row.get(name))),
  ]);
  return names.length > 1 ? align([['passed of all, by engine', ...names], ...lines]) : '';
}

/** Returns a suite and all suites within it. */
export function flatten(suite: PlaywrightSuite): PlaywrightSuite[] {
  return [suite, ...(suite.suites ?? []).flatMap(flatten)];
}

function draw(cell: Cell | undefined): string {
  return cell ? `${cell.passed}/${cell.all}` : '-';
}

function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_head, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ');
  return rows.map(line).join('\n');
}
