import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { parseVariables, portVariable } from './variables.ts';

const schema = z.object({
  PORT: z._default(portVariable, 3000),
  DATA_DIR: z._default(z.string(), '.data'),
  HOST: z.optional(z.string()),
});

describe('variables of the environment', () => {
  it('count as unset when they are empty', () => {
    expect(parseVariables(schema, { PORT: '', DATA_DIR: '', HOST: '', OTHER: 'x' })).toEqual({
      PORT: 3000,
      DATA_DIR: '.data',
    });
  });

  it.each([
    ['many', 'must be a number'],
    ['80.5', 'must be a whole number'],
    ['-1', 'must be 0 to 65535'],
    ['65536', 'must be 0 to 65535'],
  ])('are named when a port is %s', (PORT, words) => {
    expect(() => parseVariables(schema, { PORT })).toThrow(`The environment is wrong: PORT ${words}.`);
  });
});
