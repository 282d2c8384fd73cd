import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { noteClusterElsewhere } from './find-cluster.ts';
import { choosePlace } from './place.ts';

describe('a data folder whose database lies elsewhere', () => {
  let base: string;
  let folder: string;
  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'kept-elsewhere-')));
    folder = join(base, 'postgres');
    mkdirSync(folder);
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  it('is not started with an empty one where it was copied to, and nothing is changed', async () => {
    noteClusterElsewhere(folder, '/var/lib/beaconfield/0123456789ab');
    await expect(choosePlace(folder)).rejects.toThrow(
      /^The database of this site lies in \/var\/lib\/beaconfield\/0123456789ab, not in .*\/postgres, and a copy of the folder has none: nothing was changed; run "npm run backup" where the site runs/,
    );
    expect(readdirSync(folder)).toEqual(['kept-elsewhere']);
  });

  it('begins anew once somebody has said so', async () => {
    noteClusterElsewhere(folder, '/var/lib/beaconfield/0123456789ab');
    rmSync(join(folder, 'kept-elsewhere'));
    await expect(choosePlace(folder)).resolves.toMatchObject({ binaries: expect.any(String) });
  });

  it('is told from one that has its database with it', async () => {
    noteClusterElsewhere(folder, '/var/lib/beaconfield/0123456789ab');
    for (const name of ['global', 'base', 'pg_wal', 'pg_xact'])
      mkdirSync(join(folder, 'cluster', name), { recursive: true });
    for (const [name, text] of [
      ['PG_VERSION', '18\n'],
      ['global/pg_control', ''],
    ] as const) {
      writeFileSync(join(folder, 'cluster', name), text);
    }
    await expect(choosePlace(folder)).rejects.toThrow(/Other users of this system may enter/);
    expect(readFileSync(join(folder, 'kept-elsewhere'), 'utf8')).toBe('/var/lib/beaconfield/0123456789ab');
  });
});
