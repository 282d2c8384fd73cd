import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { quickSuites, serverSuites, sharedSuites } from '../engines/engine-suites.ts';
import { leftByQuickJest, quickInChromium } from './quick-run.ts';

const e2e = path.join(import.meta.dirname, '..');
const filesOf = (patterns: readonly string[], folder = e2e) => globSync([...patterns], { cwd: folder }).toSorted();

/** Tried by a quick run in Chromium alone: the staff's page, and what axe says, which it does not in the others. */
const inChromiumAlone = ['journeys/inbox.spec.ts', 'journeys/intake-accessibility.spec.ts'];

describe('the lists of a quick run', () => {
  it.each(leftByQuickJest.flatMap(({ files }) => files))('name tests of Jest that there are: %s', (pattern) => {
    expect(filesOf([pattern], path.join(e2e, '..'))).not.toEqual([]);
  });

  it('name files of Playwright that there are', () => {
    const named = [...Object.values(quickSuites).flat(), ...quickInChromium].toSorted();
    expect(filesOf(named)).toEqual(named);
  });

  it('have every journey of visitors in one of the two engines beside Chromium', () => {
    const ofServer = new Set(filesOf(serverSuites));
    const ofVisitors = filesOf(sharedSuites).filter((file) => !ofServer.has(file) && !inChromiumAlone.includes(file));
    expect(Object.values(quickSuites).flat().toSorted()).toEqual(ofVisitors);
  });
});
