import runtime from 'react-refresh/runtime';

// Remotes in development find the page's one React Refresh runtime here.
Object.assign(globalThis, { __REACT_REFRESH_RUNTIME__: runtime });
