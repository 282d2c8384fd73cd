import { type OfficeRequest, officePath } from 'kit/contracts/office';
import { sealAssertion } from 'kit/server/staff-assertion';
import type { TestApi } from './start-test-api.ts';

export const officeKey = Buffer.alloc(32, 7);

/** Sends a request like the shell server on behalf of a person with a role. */
export function askOffice(
  api: TestApi,
  request: OfficeRequest,
  { by = 'anna', role = 'office', key = officeKey } = {},
) {
  return api.post(officePath, { sealed: sealAssertion(key, { by, role, request }) });
}
