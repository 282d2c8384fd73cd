import { listLeftByQuickJest } from './quick-run.ts';

/** For Jest's `--filter`: the tests of a quick run. */
async function chooseQuick(files: readonly string[]): Promise<{ filtered: string[] }> {
  const left = listLeftByQuickJest();
  return { filtered: files.filter((file) => !left.has(file)) };
}

// Jest asks for its filter by `require`, which gives what a module exports by this name.
export { chooseQuick as 'module.exports' };
