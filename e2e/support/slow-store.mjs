import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

// For `node --import`: every file access below DATA_DIR is as slow as on an overloaded network drive.

const delay = 400;
const folder = process.env.DATA_DIR ?? '';

for (const name of ['readFile', 'readdir', 'stat', 'open']) {
  const original = fs[name];
  fs[name] = async (path, ...rest) => {
    if (String(path).startsWith(folder)) await sleep(delay);
    return original(path, ...rest);
  };
}
syncBuiltinESMExports();
