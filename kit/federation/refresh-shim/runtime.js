// In development a remote uses the shell's React Refresh runtime: the one that React itself reports to.
module.exports = globalThis.__REACT_REFRESH_RUNTIME__;
