import { captureOwnerStack } from 'react';
import runtime from 'react-refresh/runtime';

// Remotes in development use this React Refresh runtime, because a page must have only one. `remote dev` finds the line of an element
// whose hydration does not match by React's stack of its owners.
Object.assign(globalThis, { __REACT_REFRESH_RUNTIME__: runtime, captureOwnerStack });
