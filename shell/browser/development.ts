import runtime from 'react-refresh/runtime';

// Remotes in development use this React Refresh runtime, because a page must have only one.
Object.assign(globalThis, { __REACT_REFRESH_RUNTIME__: runtime });
