import { describe, expect, it } from '@jest/globals';
import { problemsOfSettings } from './settings.ts';

describe('the settings of npm test', () => {
  it.each([
    {},
    { TEST_RUN: '', TEST_ENGINES: 'chromium' },
    { TEST_RUN: 'whole', TEST_SECOND_TRY: 'off', TEST_ENGINES: 'chromium,firefox,webkit' },
    { TEST_OBJECT_STORE: 'ceph', TEST_LANGUAGES: 'all' },
  ])('takes %j', (environment) => {
    expect(problemsOfSettings(environment)).toEqual([]);
  });

  it.each([
    [{ TEST_RUN: 'all' }, 'TEST_RUN takes quick or ci or whole, not "all".'],
    [{ TEST_SECOND_TRY: '1' }, 'TEST_SECOND_TRY takes on or off, not "1".'],
    [{ TEST_OBJECT_STORE: 'Ceph' }, 'TEST_OBJECT_STORE takes ceph or none, not "Ceph".'],
    [{ TEST_LANGUAGES: 'php' }, 'TEST_LANGUAGES takes all, not "php".'],
    [{ TEST_ENGINES: 'firefox, webkit' }, 'TEST_ENGINES takes chromium or firefox or webkit, not " webkit".'],
  ])('says what is wrong with %j', (environment, sentence) => {
    expect(problemsOfSettings(environment)).toEqual([sentence]);
  });
});
