// The shell's other files lie beside this script, wherever its release does. Shorter than what the bundler would find that out
// by itself with: every first page carries it.
__webpack_public_path__ = (document.currentScript as HTMLScriptElement).src.replace(/[^/]*$/, '');
