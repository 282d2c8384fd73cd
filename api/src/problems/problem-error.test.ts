import { describe, expect, it } from '@jest/globals';
import { DatabaseUnavailableError } from '../database/connection.ts';
import { presentProblem } from './problem-error.ts';

describe('the problem of what was thrown', () => {
  it('asks to come back when the database does not answer', () => {
    const { problem, headers } = presentProblem(new DatabaseUnavailableError(new Error('10.0.0.7 refused')), 'id');
    expect(problem).toMatchObject({ status: 503, title: 'Service Unavailable', requestId: 'id' });
    expect(JSON.stringify(problem)).not.toContain('10.0.0.7');
    expect(headers).toEqual({ 'Retry-After': '5' });
  });

  it('says nothing of an error that is not ours, and believes it only that the client is to blame', () => {
    const statusOf = (error: unknown) => presentProblem(error, 'id').problem.status;
    expect(statusOf(Object.assign(new Error('secret'), { status: 418 }))).toBe(418);
    expect(statusOf(Object.assign(new Error('secret'), { status: 302 }))).toBe(500);
    const { message } = presentProblem(Object.assign(new Error('secret'), { status: 418 }), 'id').problem;
    expect(message).toBe('The request could not be understood.');
    expect(presentProblem(new Error('secret'), 'id').problem.message).not.toContain('secret');
  });
});
